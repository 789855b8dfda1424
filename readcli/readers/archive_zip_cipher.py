"""Zip's two encryptions: the traditional one (APPNOTE.TXT 6.1) and WinZip's AES (AE-1 and AE-2, extra field 0x9901).

The traditional one is weak and slow here (some 2 MB a second), but common. PKWARE's strong encryption is not read.
"""

from __future__ import annotations

from readcli.errors import Corrupt, Encrypted, MissingExtra, Unsupported
from readcli.forward import Forward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.zip_directory import ZipEntry

_AES = 0x9901
_CODE_SIZE = 10  # bytes of the authentication code behind AES data
_ROUNDS = 1000
_WRONG = "the password is wrong"


def decrypt(raw: Forward, zipped: ZipEntry, password: str | None) -> tuple[Forward, int, int | None]:
    """Give a member's bytes deciphered, its true method, and the checksum to compare (None: AE-2 has its own).

    Raises Encrypted without the right password, MissingExtra, Unsupported, Corrupt.
    """
    if zipped.flags & 0x2040:  # strong encryption; a masked directory
        raise Unsupported("it is encrypted in PKWARE's strong way, which is not read")
    if password is None:
        raise Encrypted("it is encrypted", "give the password with --password or READCLI_PASSWORD")
    field = zipped.field(_AES)
    if zipped.method == 99 and len(field) >= 7:
        return (
            _Aes(raw, zipped.packed, field[4], password.encode()),
            int.from_bytes(field[5:7], "little"),
            zipped.crc if field[0] == 1 else None,
        )
    check = zipped.time >> 8 if zipped.flags & 8 else zipped.crc >> 24  # 6.1.6; with a data descriptor the CRC was not known
    return _Traditional(raw, password.encode(), check), zipped.method, zipped.crc


class _Traditional(Forward):
    """Three keys that every byte stirs."""

    def __init__(self, raw: Forward, password: bytes, check: int) -> None:
        super().__init__()
        self._raw = raw
        self._table = [_crc_of(byte) for byte in range(256)]
        self._keys = (0x12345678, 0x23456789, 0x34567890)
        for byte in password:
            self._keys = self._stir(*self._keys, byte)
        head = self._some(12)
        if len(head) < 12:
            raise Corrupt("the archive entry is cut short")
        if head[11] != check:
            raise Encrypted(_WRONG)

    def _stir(self, first: int, second: int, third: int, byte: int) -> tuple[int, int, int]:
        table = self._table
        first = first >> 8 ^ table[(first ^ byte) & 0xFF]
        second = ((second + (first & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        third = third >> 8 ^ table[(third ^ second >> 24) & 0xFF]
        return first, second, third

    def _some(self, size: int) -> bytes:
        table = self._table
        first, second, third = self._keys
        plain = bytearray(self._raw.read(size))
        for at, byte in enumerate(plain):
            seed = third | 2
            byte ^= (seed * (seed ^ 1) >> 8) & 0xFF
            plain[at] = byte
            first = first >> 8 ^ table[(first ^ byte) & 0xFF]  # as `_stir`, whose call would double the time
            second = ((second + (first & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
            third = third >> 8 ^ table[(third ^ second >> 24) & 0xFF]
        self._keys = (first, second, third)
        return bytes(plain)


def _crc_of(value: int) -> int:
    """Give the CRC-32 table's entry for one byte."""
    for _ in range(8):
        value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value


class _Aes(Forward):
    """AES in counter mode, the counter little-endian from 1; then ten bytes of HMAC-SHA1 over the ciphered bytes."""

    def __init__(self, raw: Forward, packed: int, strength: int, password: bytes) -> None:
        super().__init__()
        try:
            from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
        except ImportError as error:
            raise MissingExtra.of("crypto", "an archive entry encrypted with AES") from error
        import hashlib
        import hmac

        if strength not in (1, 2, 3):
            raise Corrupt("the archive entry's encryption field is damaged")
        key_size, salt_size = 8 + 8 * strength, 4 + 4 * strength
        salt, check = raw.read(salt_size), raw.read(2)
        keys = hashlib.pbkdf2_hmac("sha1", password, salt, _ROUNDS, 2 * key_size + 2)
        if len(check) < 2:
            raise Corrupt("the archive entry is cut short")
        if keys[-2:] != check:
            raise Encrypted(_WRONG)
        self._raw = raw
        self._left = packed - salt_size - 2 - _CODE_SIZE
        self._block = 1
        self._code = hmac.new(keys[key_size:-2], digestmod="sha1")
        self._cipher = Cipher(algorithms.AES(keys[:key_size]), modes.ECB()).encryptor()  # noqa: S305  # counter mode is built on it
        self._rest = b""
        self._is_checked = False

    def _some(self, size: int) -> bytes:
        if not self._rest:
            self._rest = self._decipher(max(16, size // 16 * 16))
        piece, self._rest = self._rest[:size], self._rest[size:]
        return piece

    def _decipher(self, size: int) -> bytes:
        """Decipher whole blocks, save at the end."""
        ciphered = b""
        wanted = min(size, self._left)
        while len(ciphered) < wanted and (piece := self._raw.read(wanted - len(ciphered))):
            ciphered += piece
        self._left -= len(ciphered)
        if not ciphered:
            self._check()
            return b""
        self._code.update(ciphered)
        blocks = -(-len(ciphered) // 16)
        counters = b"".join([number.to_bytes(16, "little") for number in range(self._block, self._block + blocks)])
        self._block += blocks
        stream = self._cipher.update(counters)[: len(ciphered)]
        return (int.from_bytes(ciphered, "little") ^ int.from_bytes(stream, "little")).to_bytes(len(ciphered), "little")

    def _check(self) -> None:
        """Compare the authentication code, once, at the end."""
        if not self._is_checked and not self._left and self._raw.read(_CODE_SIZE) != self._code.digest()[:_CODE_SIZE]:
            raise Corrupt("the archive entry is damaged: its authentication code does not match")
        self._is_checked = True

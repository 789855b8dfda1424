"""The special characters of roff by name (groff_char(7)), letters with accents among them made by rule."""

from __future__ import annotations

import unicodedata

_ROWS = """
bu • ba | br | bv | or | ul _ rn ‾ ru _ bb ¦ sl / rs \\ ci ○ sq □
hy - en – em — aq ' dq " cq ’ oq ‘ lq “ rq ” Bq „ bq ‚ Fo « Fc » fo ‹ fc › ga ` aa ´ ha ^ ti ~ a^ ^ a~ ~ ad ¨ ac ¸ ho ˛
lB [ rB ] lC { rC } la ⟨ ra ⟩ CQ ' at @ sh # Do $ ct ¢ Eu € eu € Ye ¥ Po £ Cs ¤ Fn ƒ co © rg ® tm ™ de ° dg † dd ‡ ps ¶ sc § lh ☜ rh ☞
+- ± t+- ± mu × tmu × di ÷ tdi ÷ pl + mi - -+ ∓ eq = ** ∗ f/ ⁄ <= ≤
>= ≥ << ≪ >> ≫ != ≠ == ≡ =~ ≅ ~= ≈ ~~ ≈ |= ≃ ap ∼ pt ∝ sr √ sum ∑ product ∏
if ∞ is ∫ no ¬ tno ¬ AN ∧ OR ∨ te ∃ fa ∀ mo ∈ nm ∉ es ∅ ca ∩ cu ∪ sb ⊂ sp ⊃ ib ⊆ ip ⊇ c* ⊗ c+ ⊕ pd ∂ gr ∇ tf ∴ 3d ∴ st ∋ md ⋅ pc · Of ª Om º
<- ← -> → <> ↔ ua ↑ da ↓ va ↕ lA ⇐ rA ⇒ hA ⇔ uA ⇑ dA ⇓ CR ↵ an ⎯
12 ½ 14 ¼ 34 ¾ 18 ⅛ 38 ⅜ 58 ⅝ 78 ⅞ S1 ¹ S2 ² S3 ³ r! ¡ r? ¿ OK ✓ lz ◊ CL ♣ SP ♠ HE ♥ DI ♦ fm ′ sd ″ %0 ‰ mc µ
ff ff fi fi fl fl Fi ffi Fl ffl AE Æ ae æ OE Œ oe œ ss ß -D Ð Sd ð TP Þ Tp þ .i ı .j ȷ /L Ł /l ł /O Ø /o ø oA Å oa å IJ Ĳ ij ĳ
*A Α *B Β *G Γ *D Δ *E Ε *Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ *T Τ *U Υ *F Φ *X Χ *Q Ψ *W Ω
*a α *b β *g γ *d δ *e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ *n ν *c ξ
*o ο *p π *r ρ *s σ *t τ *u υ *f φ *x χ *q ψ *w ω ts ς +f ϕ +h ϑ +p ϖ +e ϵ
Ah ℵ Re ℜ Im ℑ wp ℘ -h ℏ hbar ℏ
lt ⎧ lk ⎨ lb ⎩ rt ⎫ rk ⎬ rb ⎭ bracelefttp ⎧ lc ⌈ rc ⌉ lf ⌊ rf ⌋
"""
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ":": "\u0308", ",": "\u0327", "v": "\u030c", "a": "\u0306"}
_LETTERS = "AEIOUYaeiouyCcNnZzSsGgRrLl"


def _read() -> dict[str, str]:
    words = _ROWS.split()
    table = dict(zip(words[::2], words[1::2], strict=True))
    for mark, combining in _ACCENTS.items():
        for letter in _LETTERS:
            made = unicodedata.normalize("NFC", letter + combining)
            if len(made) == 1:
                table.setdefault(mark + letter, made)
    return table


GLYPHS = _read()

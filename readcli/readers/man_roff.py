def render(text, width):
    raise NotImplementedError

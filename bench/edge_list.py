"""Edge lists in text, for harnesses that give other programs their own forms of a graph."""


def read_list(path):
    """Vertices, which are numbered without gaps as they come; edges without loops; these as pairs, each once."""
    numbers = {}
    with open(path, encoding="utf-8") as lines:
        words = (line.replace(",", " ").split()[:2] for line in lines
                 if line.strip() and line[0] not in "#%")
        ends = [numbers.setdefault(word, len(numbers)) for pair in words for word in pair]
    edges = [(u, v) for u, v in zip(ends[::2], ends[1::2]) if u != v]
    pairs = sorted({(min(edge), max(edge)) for edge in edges})
    return len(numbers), edges, pairs

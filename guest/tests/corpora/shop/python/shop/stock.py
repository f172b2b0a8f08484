class Stock:
    """What the shop has."""

    def __init__(self):
        self.counts = {}

    def has(self, name):
        return self.counts.get(name, 0) > 0

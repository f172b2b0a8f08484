"""A customer's cart."""

import json
from .stock import Stock


class Cart:
    """Holds what a customer wants."""

    def __init__(self, stock: Stock):
        self.stock = stock
        self.items = []

    def add(self, name):
        """Adds an item that is in stock."""
        if self.stock.has(name):
            self.items.append(name)

    def dump(self):
        return json.dumps(self.items)


def fill(stock, names):
    cart = Cart(stock)
    for name in names:
        cart.add(name)
    return cart

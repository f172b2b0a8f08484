from shop.cart import fill
from shop.stock import Stock


def test_fill_takes_only_what_is_there():
    assert fill(Stock(), ["pen"]).items == []

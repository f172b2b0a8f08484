package main

import (
	"fmt"

	"example.com/shop/stock"
)

func main() {
	shelf := stock.NewShelf()
	shelf.Put("pen")
	fmt.Println(shelf.Count())
}

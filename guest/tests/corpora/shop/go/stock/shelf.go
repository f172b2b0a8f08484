// Package stock keeps what the shop has.
package stock

// Shelf holds items.
type Shelf struct {
	items []string
}

// NewShelf makes an empty shelf.
func NewShelf() *Shelf {
	return &Shelf{}
}

// Put adds an item.
func (s *Shelf) Put(name string) {
	s.items = append(s.items, name)
}

// Count says how many items there are.
func (s *Shelf) Count() int {
	return len(s.items)
}

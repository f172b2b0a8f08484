/** Something with a price. */
export interface Priced {
  cents: number;
}

/** Formats a price. */
export function formatPrice(item: Priced): string {
  return (item.cents / 100).toFixed(2);
}

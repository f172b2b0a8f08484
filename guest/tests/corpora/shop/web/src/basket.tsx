import { formatPrice, Priced } from "./price";

export class Basket {
  constructor(private items: Priced[]) {}

  labels(): string[] {
    return this.items.map((item) => formatPrice(item));
  }
}

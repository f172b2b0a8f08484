package shop;

/** Takes money. */
public class Till {
    private int cents;

    /** Takes an amount. */
    public void take(int amount) {
        cents += amount;
    }

    public static void main(String[] arguments) {
        Till till = new Till();
        till.take(5);
    }
}

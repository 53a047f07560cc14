package basalt.feed;

/** Thrown while a packet is read that no feed has written. */
final class DamagedPacketException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DamagedPacketException(String message) {
        super(message, null, false, false);
    }
}

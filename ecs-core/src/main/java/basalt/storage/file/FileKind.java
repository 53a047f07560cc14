package basalt.storage.file;

/**
 * What a file contains.
 *
 * @param magic its first eight bytes
 * @param version the version that is written, and the only one that is read
 * @param name for messages
 */
public record FileKind(long magic, int version, String name) {
    /** A world, see {@link WorldEncoder}. */
    public static final FileKind WORLD = new FileKind(FileFormat.MAGIC, FileFormat.VERSION, "saved world");

    /** The ticks of a replay, see {@link ReplayEncoder}. */
    public static final FileKind REPLAY =
            new FileKind(FileFormat.REPLAY_MAGIC, FileFormat.REPLAY_VERSION, "saved replay");
}

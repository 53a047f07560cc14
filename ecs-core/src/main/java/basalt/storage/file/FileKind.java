package basalt.storage.file;

/**
 * What a file contains.
 *
 * @param magic its first eight bytes
 * @param version the version that is written, and the only one that is read
 * @param name for messages
 * @param mayCompress whether chunks may be compressed, so that they take more memory than they have bytes in the file
 */
public record FileKind(long magic, int version, String name, boolean mayCompress) {
    /** A world, see {@link WorldEncoder}. */
    public static final FileKind WORLD = new FileKind(FileFormat.MAGIC, FileFormat.VERSION, "saved world", true);

    /** The ticks of a replay, see {@link ReplayEncoder}. */
    public static final FileKind REPLAY =
            new FileKind(FileFormat.REPLAY_MAGIC, FileFormat.REPLAY_VERSION, "saved replay", false);
}

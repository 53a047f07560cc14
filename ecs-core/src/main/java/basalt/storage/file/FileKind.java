package basalt.storage.file;

/**
 * What a file contains.
 *
 * @param magic its first eight bytes
 * @param version the version that is written
 * @param newest the newest version that is read
 * @param name for messages
 * @param mayCompress whether chunks may be compressed, so that they take more memory than they have bytes in the file
 */
public record FileKind(long magic, int version, int newest, String name, boolean mayCompress) {
    /** A world, see {@link WorldEncoder}. */
    public static final FileKind WORLD = world(FileFormat.VERSION);

    /** A world in which rows have moved. Programs that cannot move rows refuse its version. */
    public static final FileKind MOVED_WORLD = world(FileFormat.MOVED_VERSION);

    /** The ticks of a replay, see {@link ReplayEncoder}. */
    public static final FileKind REPLAY = new FileKind(
            FileFormat.REPLAY_MAGIC, FileFormat.REPLAY_VERSION, FileFormat.REPLAY_VERSION, "saved replay", false);

    private static FileKind world(int version) {
        return new FileKind(FileFormat.MAGIC, version, FileFormat.MOVED_VERSION, "saved world", true);
    }
}

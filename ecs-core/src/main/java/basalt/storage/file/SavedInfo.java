package basalt.storage.file;

import java.io.IOException;

/**
 * What a list of saved worlds shows of one: the first chunk, if there is such a chunk.
 *
 * <pre>
 *   long milliseconds since 1970, long tick, text note, int bytes of the picture, picture
 * </pre>
 *
 * @param millis when it was saved, in milliseconds since 1970; negative for a file without this chunk
 */
public record SavedInfo(long millis, long tick, String note, byte[] picture) {
    /** The most bytes of a note in UTF-8. */
    public static final int MOST_NOTE_BYTES = 16 << 10;

    /** The most bytes of a picture. */
    public static final int MOST_PICTURE_BYTES = 1_000_000;

    private static final byte[] NO_PICTURE = {};

    void encode(ChunkBuffer to) throws IOException {
        byte[] text = ChunkBuffer.text(note);
        to.begin(FileFormat.INFO);
        to.putLong(millis);
        to.putLong(tick);
        to.putText(text);
        to.putInt(picture.length);
        to.putBytes(picture, 0, picture.length);
        to.end();
    }

    /** Reads the chunk, if it is the next one; returns null otherwise. */
    static SavedInfo tryDecode(ChunkReader file) throws IOException {
        if (file.type() != FileFormat.INFO) {
            return null;
        }
        ChunkCursor from = file.entry(FileFormat.INFO);
        long millis = from.getLong();
        from.require(millis >= 0, "the time is out of range");
        long tick = from.getLong();
        from.require(tick >= 0, "the tick is out of range");
        String note = from.getText(MOST_NOTE_BYTES, "the note");
        byte[] picture = from.getBytes(from.getInt(MOST_PICTURE_BYTES, "the length of the picture"));
        from.require(from.isAtEnd(), "the chunk is too long");
        return new SavedInfo(millis, tick, note, picture);
    }

    /** Reads what a file shows, and nothing else of it. */
    public static SavedInfo read(FileFormat.ByteSource source) throws IOException {
        try (ChunkReader file = new ChunkReader(source)) {
            file.open();
            SavedInfo info = tryDecode(file);
            return info != null
                    ? info
                    : new SavedInfo(
                            -1, WorldChunk.decode(file, new Loading()).time().tick(), "", NO_PICTURE);
        }
    }
}

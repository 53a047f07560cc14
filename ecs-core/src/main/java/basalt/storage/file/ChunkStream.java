package basalt.storage.file;

import java.io.IOException;

/** The entries of a file, of which a chunk has one or more. */
final class ChunkStream {
    private final ChunkReader reader;
    private ChunkCursor cursor;

    ChunkStream(ChunkReader reader) {
        this.reader = reader;
    }

    /** Whether rows may have moved in the world, by the version of the file. */
    boolean hasMoved() {
        return reader.version() >= FileFormat.MOVED_VERSION;
    }

    /** The type of the chunk that the next entry is in. */
    int type() throws IOException {
        if (cursor == null || cursor.isAtEnd()) {
            cursor = reader.next();
        }
        return cursor.type();
    }

    FormatException damage(String what, Throwable cause) {
        FormatException damage = cursor.damage(what);
        damage.initCause(cause);
        return damage;
    }

    /** Where the next entry is read, which must be in a chunk of a type. */
    ChunkCursor entry(int type) throws IOException {
        if (type() != type) {
            throw cursor.damage("another chunk is missing here, or this one is too long: a chunk "
                    + FileFormat.letters(type) + " is expected");
        }
        return cursor;
    }
}

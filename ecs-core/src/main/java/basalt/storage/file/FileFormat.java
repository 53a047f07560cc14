package basalt.storage.file;

import java.nio.charset.StandardCharsets;

/**
 * The constants of the file format. All numbers are little-endian.
 *
 * <pre>
 *   file    +0   magic          8 bytes: 89 42 53 4C 0D 0A 1A 0A, or of a replay 89 42 53 52 0D 0A 1A 0A
 *           +8   version        int, 1; 2 for a world in which rows have moved
 *           +12  flags          int, 0
 *           +16  chunks, to the end
 *
 *   chunk   +0   type           4 letters
 *           +4   coding         int: 0 as it is, 1 compressed by LZ4
 *           +8   sequence       int: number of the chunk in the file, from 0
 *           +12  stored length  int: bytes that follow the header
 *           +16  raw length     int: bytes of the contents, at most 1 MiB
 *           +20  checksum       int: CRC32C of the 20 bytes before and of the bytes that follow
 *           +24  contents
 * </pre>
 */
final class FileFormat {
    /** The first byte is no text, and the others are changed by conversions of line ends. */
    static final long MAGIC = 0x0A1A_0A0D_4C53_4289L;

    static final int VERSION = 1;

    static final int MOVED_VERSION = 2;

    static final long REPLAY_MAGIC = 0x0A1A_0A0D_5253_4289L;
    static final int REPLAY_VERSION = 1;
    static final int FILE_HEADER_BYTES = 16;
    static final int CHUNK_HEADER_BYTES = 24;

    /** The most bytes of the contents of a chunk. */
    static final int MAX_RAW = 1 << 20;

    static final int CODING_NONE = 0;
    static final int CODING_LZ4 = 1;

    static final int INFO = type("INFO");
    static final int SCHEMA = type("SCHM");
    static final int WORLD = type("WRLD");
    static final int OWNERS = type("OWNR");
    static final int BLOCKS = type("BLKS");
    static final int ENTITIES = type("ENTS");
    static final int INDICES = type("INDX");
    static final int GIVEN = type("GIVN");
    static final int ROWS = type("ROWS");
    static final int COLUMNS = type("COLS");
    static final int REFERENCES = type("REFS");
    static final int PARTS = type("PART");
    static final int REPLAY = type("RPLY");
    static final int TEMPLATES = type("TMPL");
    static final int SYSTEMS = type("SYST");
    static final int TICKS = type("TICK");
    static final int END = type("END ");

    private FileFormat() {}

    private static int type(String letters) {
        byte[] bytes = letters.getBytes(StandardCharsets.US_ASCII);
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
    }

    /** The letters of a type of chunks; question marks for bytes that are not printable. */
    static String letters(int type) {
        StringBuilder letters = new StringBuilder();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            int letter = type >>> shift & 0xFF;
            letters.append(letter >= ' ' && letter < 0x7F ? (char) letter : '?');
        }
        return letters.toString().strip();
    }
}

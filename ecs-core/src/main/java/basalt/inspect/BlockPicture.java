package basalt.inspect;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.internal.JsonWriter;
import basalt.match.MatchScan;
import basalt.storage.Blocks;
import basalt.storage.Pools;
import java.util.Arrays;
import java.util.Base64;

/**
 * How many rows of each word of 64 rows are alive, and how many match a query: one byte a word, for the blocks of a
 * page.
 */
final class BlockPicture extends Question {
    static final int MOST_BLOCKS = 256;

    private final QueryText.Parsed query;
    private final int offset;
    private final int limit;
    private final MatchScan scan = new MatchScan();
    private final byte[] alive;
    private final byte[] matching;
    private boolean hasMore;
    private int next;
    private int count;
    private int blocks;
    private long tick;

    BlockPicture(Inspection inspected, QueryText.Parsed query, int offset, int limit) {
        super(inspected);
        this.query = query;
        this.offset = offset;
        this.limit = limit;
        alive = new byte[limit * WORDS];
        matching = new byte[limit * WORDS];
    }

    @Override
    void begin() {
        Arrays.fill(matching, (byte) 0);
        scan.begin(query.filter(), inspected.store().blocks());
        hasMore = true;
        next = 0;
    }

    @Override
    boolean proceed(long deadlineNanos) {
        Blocks all = inspected.store().blocks();
        blocks = all.count();
        count = Math.max(0, Math.min(limit, blocks - offset));
        while (next < count || hasMore) {
            if (next < count) {
                countAlive(next, all.base(offset + next));
                next++;
            } else {
                hasMore = scan.next() && scan.block() < offset + count;
                if (hasMore && scan.block() >= offset) {
                    countMatching(scan.block() - offset);
                }
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        tick = inspected.tick();
        return true;
    }

    /** SAFETY: all blocks have the words of "alive". */
    private void countAlive(int block, long base) {
        for (int word = 0; word < WORDS; word++) {
            alive[block * WORDS + word] = (byte) Long.bitCount(Pools.presentWord(base, word, ALIVE_ID));
        }
    }

    private void countMatching(int block) {
        for (int word = 0; word < WORDS; word++) {
            matching[block * WORDS + word] = (byte) Long.bitCount(scan.rows(word));
        }
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).put("blocks", blocks).put("offset", offset);
        json.put("count", count).put("wordsPerBlock", WORDS);
        json.put("alive", base64(alive)).put("matching", base64(matching)).endObject();
    }

    private String base64(byte[] words) {
        return Base64.getEncoder().encodeToString(Arrays.copyOf(words, count * WORDS));
    }
}

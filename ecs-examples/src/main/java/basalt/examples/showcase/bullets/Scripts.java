package basalt.examples.showcase.bullets;

import basalt.examples.showcase.bullets.Gun.Routine;
import basalt.examples.showcase.bullets.bulletml.Params;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.examples.showcase.bullets.bulletml.Script;
import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import basalt.world.Restorable;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * The running scripts. They lie in a pool, and have numbers from 1 on. The numbers are in the columns of the world, and
 * stay the same when it is restored; handles of the pool would not, since it never gives out a handle twice.
 *
 * <p>A resource: it saves the memory of each script. Used on the world's thread only, like its pool.
 *
 * <pre>
 *   +-----------------+------------------------------+-----------------+---------------------------------+
 *   | count of        | for each number: bytes (int; | count of free   | free numbers (int), the next to |
 *   | numbers (int)   | 0 if free), memory           | numbers (int)   | be used is last                 |
 *   +-----------------+------------------------------+-----------------+---------------------------------+
 * </pre>
 */
final class Scripts implements Restorable, AutoCloseable {
    private static final int ALIGNMENT = 8;
    private static final long FREE = 0;

    private final PoolAllocator pool;
    private final LongArrayList handles = new LongArrayList(); // by number; the first is 1
    private final IntArrayList freeNumbers = new IntArrayList();
    private final Script started = new Script(); // while another script runs
    private final Script copied = new Script();

    /** Keeps scripts of these patterns. */
    Scripts(List<Pattern> patterns) {
        int mostBytes = 0;
        for (Pattern pattern : patterns) {
            if (pattern.topCount() > Routine.MOST) {
                throw new IllegalArgumentException(pattern.name() + ": at most " + Routine.MOST
                        + " top-level actions are supported, not " + pattern.topCount());
            }
            mostBytes = Math.max(mostBytes, pattern.scriptBytes());
        }
        pool = new PoolAllocator(MemorySource.direct(), mostBytes, ALIGNMENT);
    }

    /** Starts a script. Returns its number. */
    int start(Pattern pattern, int action, Params params) {
        long handle = pool.allocate();
        started.wrap(pattern, pool, handle).start(action, params);
        int number;
        if (freeNumbers.isEmpty()) {
            handles.addLong(handle);
            number = handles.size();
        } else {
            number = freeNumbers.popInt();
            handles.setLong(number - 1, handle);
        }
        return number;
    }

    /** Wraps a view around a script. */
    Script wrap(Script view, Pattern pattern, int number) {
        return view.wrap(pattern, pool, handles.getLong(number - 1));
    }

    void free(int number) {
        pool.free(handles.getLong(number - 1));
        handles.setLong(number - 1, FREE);
        freeNumbers.pushInt(number);
    }

    int count() {
        return pool.liveBlocks();
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        int at = putInt(to, offset, handles.size());
        for (int i = 0; i < handles.size(); i++) {
            long handle = handles.getLong(i);
            int bytes = handle == FREE ? 0 : copied.wrap(null, pool, handle).save(to, at + Integer.BYTES);
            at = putInt(to, at, bytes) + bytes;
        }
        at = putInt(to, at, freeNumbers.size());
        for (int i = 0; i < freeNumbers.size(); i++) {
            at = putInt(to, at, freeNumbers.getInt(i));
        }
        return at - offset;
    }

    private static int putInt(MutableDirectBuffer to, int at, int value) {
        to.putInt(at, value);
        return at + Integer.BYTES;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        clear();
        int numbers = from.getInt(offset);
        int at = offset + Integer.BYTES;
        for (int i = 0; i < numbers; i++) {
            int bytes = from.getInt(at);
            at += Integer.BYTES;
            long handle = bytes == 0 ? FREE : pool.allocate();
            if (handle != FREE) {
                copied.wrap(null, pool, handle).restore(from, at, bytes);
            }
            handles.addLong(handle);
            at += bytes;
        }
        int free = from.getInt(at);
        for (int i = 1; i <= free; i++) {
            freeNumbers.addInt(from.getInt(at + i * Integer.BYTES));
        }
    }

    private void clear() {
        for (int i = 0; i < handles.size(); i++) {
            if (handles.getLong(i) != FREE) {
                pool.free(handles.getLong(i));
            }
        }
        handles.clear();
        freeNumbers.clear();
    }

    @Override
    public void close() {
        pool.close();
    }
}

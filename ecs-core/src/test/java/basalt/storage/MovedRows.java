package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Moves rows of worlds, and tells where they are. The same calls do the same in equal worlds. */
public final class MovedRows {
    private MovedRows() {}

    private static Rows rows(World world) {
        return StoreInvariants.storeOf(world).rows();
    }

    /** Moves some entities to rows of others, or to free ones; spare blocks must not get any. */
    public static void shuffle(World world, Random random, int most) {
        List<Integer> entities = new ArrayList<>();
        List<Integer> targets = new ArrayList<>();
        for (int row = 0; row < rows(world).blocks().count() << ROW_BITS; row++) {
            long base = rows(world).blocks().base(row >>> ROW_BITS);
            boolean isAlive = Pools.has(base, row & ROW_MASK, ALIVE_ID);
            if (isAlive) {
                entities.add(row);
            }
            boolean isSpare = rows(world).blocks().freeBlocks(row >>> ROW_BITS)
                    == rows(world).spareBlocks();
            if (isAlive || !isSpare && RowBits.get(base + FREE_SUMMARY, base + FREE, row & ROW_MASK)) {
                targets.add(row);
            }
        }
        Collections.shuffle(entities, random);
        Collections.shuffle(targets, random);
        int[] from = new int[Math.min(most, entities.size())];
        int[] to = new int[from.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = entities.get(i);
            to[i] = targets.get(i);
        }
        move(world, from, to);
    }

    /** Moves rows of the world to others. */
    public static void move(World world, int[] from, int[] to) {
        RowMoves moves = rows(world).moves();
        int given = 0;
        for (int i = 0; i < from.length; i++) {
            if (from[i] != to[i]) {
                moves.sources()[given] = from[i];
                moves.targets()[given++] = to[i];
            }
        }
        moves.given(given);
        moves.run();
    }

    /** Closes all holes; returns how many blocks became spare. */
    public static int compact(World world) {
        Compactor compactor = rows(world).compactor();
        compactor.begin(null);
        while (compactor.step(RowMoves.MOST)) {
            // goes on
        }
        return compactor.freed();
    }

    /** The row of an entity. */
    public static int row(World world, long entity) {
        return Place.rowOfWorld(rows(world).entities().require(entity));
    }

    /** The indices of all rows, in order. */
    public static List<Integer> indices(World world) {
        List<Integer> indices = new ArrayList<>();
        for (int row = 0; row < rows(world).blocks().count() * ROWS; row++) {
            indices.add(rows(world).entities().index(row >>> ROW_BITS, row & ROW_MASK));
        }
        return indices;
    }

    /** How many blocks have other indices than their own. */
    public static int movedBlocks(World world) {
        int[] indices = new int[ROWS];
        int moved = 0;
        for (int block = 0; block < rows(world).blocks().count(); block++) {
            moved += rows(world).entities().permutation().indices(block, indices) ? 1 : 0;
        }
        return moved;
    }

    /** How many blocks belong to no allocator. */
    public static int spareBlocks(World world) {
        return rows(world).spareBlocks().count();
    }

    /** Bytes of memory that moving rows takes besides that of the rows, once any have moved. */
    public static long bufferBytes(World world) {
        return rows(world).moves().reservedBytes();
    }
}

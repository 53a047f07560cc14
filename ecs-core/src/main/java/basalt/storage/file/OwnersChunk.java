package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.OwnerState;
import basalt.storage.OwnerState.OwnerKey;
import basalt.storage.SavedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * The allocators of rows that have blocks or claims, and the arrangements. Blocks refer to them by their number: the
 * first one is 1, and 0 is the list of shared blocks.
 *
 * <pre>
 *   byte kind: 0 cannot be used any more, 1 has blocks of its own, 2 shares blocks while it has few entities,
 *     3 is an arrangement
 *   if it is one: int ordinal, int next row, int state
 *   if it is an allocator that can be used:
 *                      int ordinal, int components, int number of each,
 *                      int block, int word and long rows of what it has claimed, byte (1: shares blocks now)
 *   if it shares now:  int claims, int of each: the entity index, and bit 31 if the row is in use by it
 *   again ...
 * </pre>
 */
final class OwnersChunk {
    private static final int GONE = 0;
    static final int OWN = 1;
    static final int SHARING = 2;
    private static final int ARRANGEMENT = 3;
    private static final int KEY_BYTES = 9;
    private static final int FIXED_BYTES = 64 - KEY_BYTES;

    /** The most components of many owners, in the mean. */
    private static final int MEAN_COMPONENTS = 64;

    private static final int MAX_CLAIMS = 1 << 12;
    private static final int[] NONE = {};

    private OwnersChunk() {}

    static void encode(ChunkBuffer to, List<OwnerState> owners, int[] numbers) throws IOException {
        to.begin(FileFormat.OWNERS);
        for (OwnerState owner : owners) {
            OwnerKey key = owner.key();
            if (key == null) {
                encodeWithoutKey(to, owner);
                continue;
            }
            int[] claims = owner.claims() == null ? NONE : owner.claims();
            encode(to, key, numbers, FIXED_BYTES + Integer.BYTES * claims.length);
            to.putInt(owner.claimedBlock());
            to.putInt(owner.claimedWord());
            to.putLong(owner.claimedRows());
            to.putByte(owner.claims() != null ? 1 : 0);
            if (owner.claims() != null) {
                to.putInt(claims.length);
                for (int claim : claims) {
                    to.putInt(claim);
                }
            }
        }
        to.end();
    }

    /** Writes a key, after which there is room for so many bytes more. */
    static void encode(ChunkBuffer to, OwnerKey key, int[] numbers, int more) throws IOException {
        to.require(KEY_BYTES + Integer.BYTES * key.components().size() + more);
        to.putByte(key.sharesBlocks() ? SHARING : OWN);
        to.putInt(key.ordinal());
        to.putInt(key.components().size());
        for (int id : key.components()) {
            to.putInt(numbers[id]);
        }
    }

    private static void encodeWithoutKey(ChunkBuffer to, OwnerState owner) throws IOException {
        to.require(FIXED_BYTES);
        to.putByte(owner.isArrangement() ? ARRANGEMENT : GONE);
        if (owner.isArrangement()) {
            to.putInt(owner.arrangement());
            to.putLong(owner.progress());
        }
    }

    /** Reads the owners, and adds them to a world. */
    static List<OwnerState> decode(
            ChunkReader file, WorldChunk world, List<SavedComponent> components, SavedRows rows, Loading loading)
            throws IOException {
        List<OwnerState> owners = new ArrayList<>();
        long left = loading.maxComponents + (long) loading.maxTemplates * MEAN_COMPONENTS;
        while (owners.size() < world.owners()) {
            ChunkCursor from = file.entry(FileFormat.OWNERS);
            OwnerState owner = decode(from, components, file.hasMoved());
            OwnerKey key = owner.key();
            left -= key == null ? 0 : key.components().size();
            from.require(left >= 0, "the templates have more components than LoadOptions.maxTemplates(...) allows");
            if (key != null && key.components().contains(SavedComponent.SKIPPED)) {
                key = null; // the program cannot make such an allocator
            }
            from.require(rows.addOwner(owner, key), "two owners of blocks have the same kind, components and ordinal");
            owners.add(owner);
        }
        return owners;
    }

    private static OwnerState decode(ChunkCursor from, List<SavedComponent> components, boolean hasMoved) {
        int kind = from.getByte();
        from.require(kind <= (hasMoved ? ARRANGEMENT : SHARING), "the kind of an owner is unknown");
        if (kind == GONE) {
            return new OwnerState(null, 0, 0, 0, null);
        }
        if (kind == ARRANGEMENT) {
            int ordinal = from.getInt(OwnerState.MAX_ORDINAL, "the ordinal of an arrangement");
            long row = from.getInt(Integer.MAX_VALUE, "the next row of an arrangement");
            long state = from.getInt(Integer.MAX_VALUE, "the state of an arrangement");
            return OwnerState.arrangement(ordinal, state << Integer.SIZE | row);
        }
        Set<Integer> numbers = new HashSet<>();
        OwnerKey key = decodeKey(from, kind, components.size(), number -> {
            boolean isNew = number > 0 && number <= components.size() && numbers.add(number);
            from.require(isNew, "the components of an owner are not distinct, or out of range");
            return components.get(number - 1).id();
        });
        int block = from.getInt(Integer.MAX_VALUE, "a claimed block");
        int word = from.getInt(WORDS - 1, "a claimed word");
        long rows = from.getLong();
        int[] claims = null;
        if (from.getBoolean("whether an owner shares blocks")) {
            from.require(kind == SHARING, "an owner of blocks of its own has claims in shared ones");
            claims = new int[from.getInt(Math.min(MAX_CLAIMS, from.rest() / Integer.BYTES), "the number of claims")];
            for (int i = 0; i < claims.length; i++) {
                claims[i] = from.getInt();
            }
        }
        return new OwnerState(key, block, word, rows, claims);
    }

    /** Reads what {@link #encode(ChunkBuffer, OwnerKey, int[], int)} has written, after the kind. */
    static OwnerKey decodeKey(ChunkCursor from, int kind, int most, IntUnaryOperator idOf) {
        int ordinal = from.getInt(Integer.MAX_VALUE, "the ordinal of an owner");
        List<Integer> ids = new ArrayList<>();
        for (int n = from.getInt(most, "the components of an owner"); n > 0; n--) {
            ids.add(idOf.applyAsInt(from.getInt()));
        }
        ids.sort(null);
        return new OwnerKey(kind == SHARING, ids, ordinal);
    }

    /** Throws if the claims do not agree with the blocks, or an owner has neither. */
    static void check(ChunkCursor from, List<OwnerState> owners, int[] ownerOfBlock, SavedRows rows, boolean hasMoved) {
        Map<Integer, Long> claimed = new HashMap<>();
        boolean[] hasBlocks = new boolean[owners.size() + 1];
        for (int owner : ownerOfBlock) {
            if (owner != SavedRows.SPARE) {
                hasBlocks[owner] = true;
            }
        }
        for (int i = 0; i < owners.size(); i++) {
            OwnerState owner = owners.get(i);
            from.require(hasBlocks[i + 1] || owner.isUsed(), "an owner of blocks has neither blocks nor claims");
            if (owner.claimedRows() != 0) {
                from.require(
                        owner.claimedBlock() < ownerOfBlock.length, "a claimed row is in a block that does not exist");
                int expected = owner.claims() == null ? i + 1 : 0;
                from.require(
                        ownerOfBlock[owner.claimedBlock()] == expected, "a claimed row is in a block of another owner");
                checkHeld(from, owner, claimed, rows);
            }
            if (owner.claims() != null) {
                checkClaims(from, owner, ownerOfBlock.length, rows, hasMoved);
            }
        }
    }

    /** The claims are of rows that were in shared blocks, and the last ones are the claimed rows, ascending. */
    private static void checkClaims(ChunkCursor from, OwnerState owner, int blocks, SavedRows rows, boolean hasMoved) {
        for (int claim : owner.claims()) {
            int index = claim & ~OwnerState.IN_USE;
            from.require(index >>> ROW_BITS < blocks, "a claim is of a row that does not exist");
            from.require(hasMoved || rows.isShared(index), "a claim is of a row that is not in a shared block");
        }
        int at = owner.claims().length - Long.bitCount(owner.claimedRows());
        from.require(at >= 0, "a claimed row is not among the last claims of its owner");
        for (long rest = owner.claimedRows(); rest != 0; rest &= rest - 1) {
            int row = (wordOfWorld(owner) << 6) + Long.numberOfTrailingZeros(rest);
            from.require(
                    (owner.claims()[at++] & ~OwnerState.IN_USE) == rows.index(row),
                    "a claimed row is not among the last claims of its owner");
        }
    }

    /** The number of the word of claimed rows, in the world. */
    private static int wordOfWorld(OwnerState owner) {
        return owner.claimedBlock() << 8 | owner.claimedWord();
    }

    private static void checkHeld(ChunkCursor from, OwnerState owner, Map<Integer, Long> claimed, SavedRows rows) {
        int word = wordOfWorld(owner);
        long others = claimed.getOrDefault(word, 0L);
        from.require((others & owner.claimedRows()) == 0, "a row is claimed by two owners");
        claimed.put(word, others | owner.claimedRows());
        for (long rest = owner.claimedRows(); rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            from.require(rows.isHeld(row), "a claimed row is free, or has an entity");
        }
    }
}

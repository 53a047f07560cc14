package basalt.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FriendTest {
    private static boolean isInitialised;

    /** A type with a friend. */
    public static final class Door {
        private final String room;

        static {
            isInitialised = true;
            Friend.install(Door.class, String.class, new Friend<>() {
                @Override
                public String internal(Door door) {
                    return door.room;
                }

                @Override
                public Door exported(String room) {
                    return new Door(room);
                }
            });
        }

        private Door(String room) {
            this.room = room;
        }
    }

    /** A type with a friend that supports neither direction. */
    public static final class Wall {
        static {
            Friend.install(Wall.class, String.class, new Friend<>() {});
        }

        private Wall() {}
    }

    /** A type without a friend. */
    public static final class Stranger {
        private Stranger() {}
    }

    @Test
    void shouldConvertBothWaysAndInitialiseTheTypeFirst() {
        Friend<Door, String> friend = Friend.of(Door.class, String.class);
        assertTrue(isInitialised);
        assertEquals("kitchen", friend.internal(friend.exported("kitchen")));
        assertSame(friend, Friend.of(Door.class, String.class));
    }

    @Test
    void shouldRejectUnsupportedDirections() {
        Friend<Wall, String> friend = Friend.of(Wall.class, String.class);
        assertThrows(UnsupportedOperationException.class, () -> friend.exported("kitchen"));
        assertThrows(UnsupportedOperationException.class, () -> friend.internal(null));
    }

    @Test
    void shouldRejectATypeWithoutSuchAFriend() {
        assertThrows(IllegalStateException.class, () -> Friend.of(Stranger.class, String.class));
        assertThrows(IllegalStateException.class, () -> Friend.of(Door.class, Integer.class));
    }

    @Test
    void shouldRejectASecondFriend() {
        Friend<Door, String> first = Friend.of(Door.class, String.class);
        assertThrows(IllegalStateException.class, () -> Friend.install(Door.class, String.class, new Friend<>() {}));
        assertSame(first, Friend.of(Door.class, String.class));
    }
}

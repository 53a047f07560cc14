package basalt.friend;

import java.lang.invoke.MethodHandles;

/**
 * The way between a type that users have and what stands behind it, for the library's own packages: what only they may
 * do with the exported type is no public member of it.
 *
 * <p>The exported type installs its friend in a static initialiser. A package to the right asks for it by {@link #of},
 * which initialises the exported type first, and keeps it in a {@code static final} field, so that the JIT sees through
 * it.
 *
 * <pre>{@code
 * public final class Commands {
 *     static {
 *         Friend.install(Commands.class, CommandQueue.class, new Friend<>() { ... });
 *     }
 * }
 *
 * private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);
 * }</pre>
 *
 * @param <T> the exported type
 * @param <I> what stands behind it
 */
public abstract class Friend<T, I> {
    private static final ClassValue<Slot> SLOTS = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    /** A friend that answers neither question. */
    protected Friend() {}

    /**
     * What stands behind an object that a user has.
     *
     * @param outside the user's object
     * @return what is behind it
     * @throws UnsupportedOperationException if the type has no such direction
     */
    public I inside(T outside) {
        throw new UnsupportedOperationException("this friend makes objects for users; it does not look behind them");
    }

    /**
     * An object for users.
     *
     * @param inside what is to stand behind it
     * @return the object
     * @throws UnsupportedOperationException if the type has no such direction
     */
    public T outside(I inside) {
        throw new UnsupportedOperationException("this friend looks behind users' objects; it does not make them");
    }

    /**
     * Installs a friend. For the static initialiser of the exported type, once.
     *
     * @param type the exported type
     * @param inside what stands behind it
     * @param friend goes from one to the other
     * @param <T> the exported type
     * @param <I> what stands behind it
     * @throws IllegalStateException if the type has a friend already
     */
    public static <T, I> void install(Class<? super T> type, Class<? super I> inside, Friend<T, I> friend) {
        Slot slot = SLOTS.get(type);
        synchronized (slot) {
            if (slot.friend != null) {
                throw new IllegalStateException(
                        type.getName() + " has a friend already; only the type itself installs it");
            }
            slot.inside = inside;
            slot.friend = friend;
        }
    }

    /**
     * The friend of an exported type, which is initialised first.
     *
     * @param type the exported type
     * @param inside what stands behind it
     * @param <T> the exported type
     * @param <I> what stands behind it
     * @return the friend that the type has installed
     * @throws IllegalStateException if it has installed none, or one for something else
     */
    @SuppressWarnings("unchecked") // install() has taken a friend from this type to that class only
    public static <T, I> Friend<T, I> of(Class<? super T> type, Class<? super I> inside) {
        try {
            MethodHandles.lookup().ensureInitialized(type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type.getName() + " is not public; friends are those of exported types", e);
        }
        Slot slot = SLOTS.get(type);
        synchronized (slot) {
            if (slot.friend == null || slot.inside != inside) {
                throw new IllegalStateException(type.getName() + " has installed no friend for " + inside.getName()
                        + "; its static initialiser has to");
            }
            return (Friend<T, I>) slot.friend;
        }
    }

    /** Where the friend of one type is kept. */
    private static final class Slot {
        private Class<?> inside;
        private Friend<?, ?> friend;
    }
}

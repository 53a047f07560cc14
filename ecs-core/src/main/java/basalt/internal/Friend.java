package basalt.internal;

import java.lang.invoke.MethodHandles;

/**
 * Converts between an exported type and the internal object that implements it. The library's packages use it to reach
 * operations that are not public members of the exported type.
 *
 * <p>The exported type installs its friend in a static initialiser. Other packages get it with {@link #of}, which first
 * initialises the exported type, and keep it in a {@code static final} field, so that the JIT can inline the calls.
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
 * @param <I> the internal type
 */
public abstract class Friend<T, I> {
    private static final ClassValue<Slot> SLOTS = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    /** A friend that supports neither direction until a method is overridden. */
    protected Friend() {}

    /** The internal object of an exported object. */
    public I internal(T exported) {
        throw new UnsupportedOperationException("this friend makes exported objects; it does not return internal ones");
    }

    /** The exported object of an internal object. */
    public T exported(I internal) {
        throw new UnsupportedOperationException("this friend returns internal objects; it does not make exported ones");
    }

    /** Installs a friend. Called once, by the static initialiser of the exported type. */
    public static <T, I> void install(Class<? super T> type, Class<? super I> internal, Friend<T, I> friend) {
        Slot slot = SLOTS.get(type);
        synchronized (slot) {
            if (slot.friend != null) {
                throw new IllegalStateException(
                        type.getName() + " has a friend already; only the type itself installs it");
            }
            slot.internal = internal;
            slot.friend = friend;
        }
    }

    /** The friend of an exported type. Initialises the type first. */
    @SuppressWarnings("unchecked") // install() only accepts a friend of these two types
    public static <T, I> Friend<T, I> of(Class<? super T> type, Class<? super I> internal) {
        try {
            MethodHandles.lookup().ensureInitialized(type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type.getName() + " is not public; only exported types have friends", e);
        }
        Slot slot = SLOTS.get(type);
        synchronized (slot) {
            if (slot.friend == null || slot.internal != internal) {
                throw new IllegalStateException(type.getName() + " has installed no friend for " + internal.getName()
                        + "; its static initialiser has to");
            }
            return (Friend<T, I>) slot.friend;
        }
    }

    /** Holds the friend of one type. */
    private static final class Slot {
        private Class<?> internal;
        private Friend<?, ?> friend;
    }
}

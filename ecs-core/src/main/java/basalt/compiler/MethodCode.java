package basalt.compiler;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytecode of a method, read from the file of its class as the Java Virtual Machine Specification, chapter 4, has
 * it. Immutable.
 *
 * @param owner the class whose file has the method
 * @param type the type without the receiver; types that cannot be loaded are those of objects
 * @param locals the number of slots of its variables
 * @param code the instructions
 * @param handlers four numbers each: the start and end of a {@code try} or {@code synchronized} block, the handler, and
 *     the class of what it catches
 */
record MethodCode(
        Class<?> owner,
        String name,
        MethodType type,
        int modifiers,
        int locals,
        byte[] code,
        int[] handlers,
        Pool pool) {
    private static final ClassValue<Map<String, MethodCode>> METHODS = new ClassValue<>() {
        @Override
        protected Map<String, MethodCode> computeValue(Class<?> type) {
            try (InputStream file = open(type)) {
                return file == null ? Map.of() : new Reader(type, file).methods();
            } catch (IOException | RuntimeException e) {
                return Map.of(); // no file that can be read: its methods are not translated
            }
        }
    };

    private static InputStream open(Class<?> type) {
        String name = type.getName();
        return type.isHidden() || type.isArray()
                ? null
                : type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class");
    }

    /** The code that runs if a method of a class is called; null if it is abstract, native or has no file. */
    static MethodCode find(Class<?> owner, String name, String descriptor) {
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            MethodCode found = METHODS.get(c).get(name + descriptor);
            if (found != null) {
                return found;
            }
        }
        return mostSpecific(owner, name + descriptor);
    }

    /** A default method of the interfaces of a class: the one that replaces all others; null if there is none. */
    private static MethodCode mostSpecific(Class<?> owner, String key) {
        List<MethodCode> found = new ArrayList<>();
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            addDefaults(c, key, found);
        }
        for (MethodCode one : found) {
            if (found.stream().allMatch(other -> other.owner.isAssignableFrom(one.owner))) {
                return one;
            }
        }
        return null;
    }

    private static void addDefaults(Class<?> type, String key, List<MethodCode> found) {
        for (Class<?> parent : type.getInterfaces()) {
            MethodCode own = METHODS.get(parent).get(key);
            if (own != null) {
                found.add(own);
            }
            addDefaults(parent, key, found);
        }
    }

    boolean isStatic() {
        return Modifier.isStatic(modifiers);
    }

    boolean hasHandlers() {
        return handlers.length > 0;
    }

    int u1(int at) {
        return code[at] & 0xFF;
    }

    int s2(int at) {
        return code[at] << 8 | code[at + 1] & 0xFF;
    }

    int u2(int at) {
        return s2(at) & 0xFFFF;
    }

    int s4(int at) {
        return s2(at) << 16 | u2(at + 2);
    }

    /** The opcode of an instruction; of a short or wide form, as aload_1, that of the plain one: aload. */
    int operation(int at) {
        int opcode = u1(at) == 196 ? u1(at + 1) : u1(at);
        boolean isLoad = opcode >= 26 && opcode <= 45;
        boolean isStore = opcode >= 59 && opcode <= 78;
        return isLoad ? 21 + (opcode - 26) / 4 : isStore ? 54 + (opcode - 59) / 4 : opcode;
    }

    /** The variable of a load, store or increment. */
    int variable(int at) {
        int opcode = u1(at);
        return opcode == 196
                ? u2(at + 2)
                : opcode == operation(at) ? u1(at + 1) : (opcode - (opcode < 46 ? 26 : 59)) % 4;
    }

    /** A field or method that an instruction names. */
    record Member(String owner, String name, String descriptor) {}

    /** The constants of a class file. */
    static final class Pool {
        private static final int TEXT = 1;
        private static final int INTEGER = 3;
        private static final int FLOAT = 4;
        private static final int LONG = 5;
        private static final int DOUBLE = 6;
        private static final int CLASS = 7;
        private static final int STRING = 8;
        private static final int NAME_AND_TYPE = 12;

        private final int[] tags;

        /** The value of a number or text; the one or two numbers of entries that a reference consists of. */
        private final Object[] values;

        Pool(DataInputStream in) throws IOException {
            int count = in.readUnsignedShort();
            tags = new int[count];
            values = new Object[count];
            for (int i = 1; i < count; i++) {
                tags[i] = in.readUnsignedByte();
                values[i] = switch (tags[i]) {
                    case TEXT -> in.readUTF();
                    case INTEGER -> in.readInt();
                    case FLOAT -> in.readFloat();
                    case LONG -> in.readLong();
                    case DOUBLE -> in.readDouble();
                    case CLASS, STRING, 16, 19, 20 -> new int[] {in.readUnsignedShort()};
                    case 15 -> new int[] {in.readUnsignedByte(), in.readUnsignedShort()};
                    case 9, 10, 11, NAME_AND_TYPE, 17, 18 -> new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                    default -> throw new IOException("a constant of an unknown kind: " + tags[i]);
                };
                if (tags[i] == LONG || tags[i] == DOUBLE) {
                    i++;
                }
            }
        }

        private int part(int index, int part) {
            return ((int[]) values[index])[part];
        }

        String text(int index) {
            return (String) values[index];
        }

        /** The internal name of a class. */
        String type(int index) {
            return text(part(index, 0));
        }

        Member member(int index) {
            int pair = part(index, 1);
            return new Member(type(part(index, 0)), text(part(pair, 0)), text(part(pair, 1)));
        }

        /** The descriptor of a field or method, or of a call site. */
        String descriptor(int index) {
            return text(part(part(index, 1), 1));
        }

        boolean isType(int index) {
            return tags[index] == CLASS;
        }

        /** A number, a string, or null if it is another constant. */
        Object constant(int index) {
            return switch (tags[index]) {
                case INTEGER, FLOAT, LONG, DOUBLE -> values[index];
                case STRING -> text(part(index, 0));
                default -> null;
            };
        }
    }

    /** Reads all methods of a class that have code. */
    private static final class Reader {
        private final Class<?> owner;
        private final DataInputStream in;
        private final Map<String, MethodCode> methods = new HashMap<>();

        Reader(Class<?> owner, InputStream file) throws IOException {
            this.owner = owner;
            this.in = new DataInputStream(new ByteArrayInputStream(file.readAllBytes()));
        }

        Map<String, MethodCode> methods() throws IOException {
            in.readInt(); // the magic number
            in.readInt(); // the version: a later one is the same, but for constants that Pool does not know
            Pool pool = new Pool(in);
            in.skipNBytes(6); // modifiers, the class and its superclass
            in.skipNBytes(2L * in.readUnsignedShort()); // interfaces
            for (int i = in.readUnsignedShort(); i > 0; i--) {
                in.skipNBytes(6);
                skipAttributes();
            }
            for (int i = in.readUnsignedShort(); i > 0; i--) {
                readMethod(pool);
            }
            return methods;
        }

        private void readMethod(Pool pool) throws IOException {
            int modifiers = in.readUnsignedShort();
            String name = pool.text(in.readUnsignedShort());
            String descriptor = pool.text(in.readUnsignedShort());
            for (int i = in.readUnsignedShort(); i > 0; i--) {
                boolean isCode = pool.text(in.readUnsignedShort()).equals("Code");
                int length = in.readInt();
                if (!isCode) {
                    in.skipNBytes(length);
                    continue;
                }
                in.readUnsignedShort(); // the depth of the stack
                int locals = in.readUnsignedShort();
                byte[] code = in.readNBytes(in.readInt());
                int[] handlers = new int[4 * in.readUnsignedShort()];
                for (int j = 0; j < handlers.length; j++) {
                    handlers[j] = in.readUnsignedShort();
                }
                skipAttributes();
                MethodType type = type(descriptor);
                methods.put(
                        name + descriptor, new MethodCode(owner, name, type, modifiers, locals, code, handlers, pool));
            }
        }

        private MethodType type(String descriptor) {
            try {
                return MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
            } catch (TypeNotPresentException e) {
                String erased = descriptor.replaceAll("L[^;]*;", "Ljava/lang/Object;");
                return MethodType.fromMethodDescriptorString(erased, null);
            }
        }

        private void skipAttributes() throws IOException {
            for (int i = in.readUnsignedShort(); i > 0; i--) {
                in.readUnsignedShort();
                in.skipNBytes(in.readInt() & 0xFFFFFFFFL);
            }
        }
    }
}

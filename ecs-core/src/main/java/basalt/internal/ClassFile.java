package basalt.internal;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a class in the format of the Java Virtual Machine Specification, chapters 4 and 6. Objects are constants of it
 * if it is defined as a hidden class with a list of them as class data. All types that it names must be known to its
 * class loader.
 */
public final class ClassFile {
    /** How a method is called. */
    public enum Call {
        VIRTUAL,
        SPECIAL,
        STATIC,
        INTERFACE
    }

    private static final int VERSION = 61; // Java 17
    private static final String CONSTRUCTOR = "<init>";
    private static final int SUPER_AND_SYNTHETIC = 0x1020;

    private static final int GET_FIELD = 0xB4;
    private static final int PUT_FIELD = 0xB5;

    // tags of the constant pool
    private static final int TEXT = 1;
    private static final int INTEGER = 3;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final int HANDLE = 15;
    private static final int DYNAMIC = 17;
    private static final MethodType CLASS_DATA =
            MethodType.methodType(Object.class, Lookup.class, String.class, Class.class, int.class);

    private final Bytes pool = new Bytes();
    private final Map<String, Integer> indices = new HashMap<>();
    private int poolCount = 1;
    private final Bytes fields = new Bytes();
    private int fieldCount;
    private final Bytes methods = new Bytes();
    private int methodCount;

    /** The class data, and where the number of each object of it is in the pool. */
    private final List<Object> constants = new ArrayList<>();

    private final List<Integer> numbers = new ArrayList<>();

    /** The entries of the pool that have the constants. */
    private final List<Integer> entries = new ArrayList<>();

    private final String name;
    private final Class<?> superclass;

    /** Begins a final class, without a constructor until it has a field. */
    public ClassFile(String name, Class<?> superclass) {
        this.name = name.replace('.', '/');
        this.superclass = superclass;
    }

    /** Adds a final field, and the constructor, which sets it. The superclass has a constructor without parameters. */
    public void addField(String field, Class<?> type) {
        fieldCount++;
        fields.u2(Modifier.FINAL);
        fields.u2(textAt(field));
        fields.u2(textAt(type.descriptorString()));
        fields.u2(0);
        Code code = method(Modifier.PUBLIC, CONSTRUCTOR, MethodType.methodType(void.class, type));
        code.load(Object.class, 0);
        code.call(Call.SPECIAL, superclass, CONSTRUCTOR, MethodType.methodType(void.class));
        code.load(Object.class, 0);
        code.load(type, 1);
        code.field(PUT_FIELD, field, type);
        code.end();
    }

    /** Adds a constructor without parameters. The superclass has one, too. */
    public void addConstructor() {
        Code code = method(Modifier.PUBLIC, CONSTRUCTOR, MethodType.methodType(void.class));
        code.load(Object.class, 0);
        code.call(Call.SPECIAL, superclass, CONSTRUCTOR, MethodType.methodType(void.class));
        code.end();
    }

    /** Begins a method, which {@link Code#end} ends. */
    public Code method(int modifiers, String methodName, MethodType type) {
        return new Code(modifiers, methodName, type);
    }

    /** Defines the class as a hidden one with its class data, after all methods were ended. */
    public Lookup defineHidden(Lookup host) throws IllegalAccessException {
        return host.defineHiddenClassWithClassData(bytes(), List.copyOf(constants), true);
    }

    /** The file, after all methods were ended. */
    public byte[] bytes() {
        int self = typeAt(name);
        int parent = typeAt(internalName(superclass));
        Bytes attributes = bootstrapMethods();
        Bytes to = new Bytes();
        to.u4(0xCAFEBABE);
        to.u4(VERSION);
        to.u2(poolCount);
        to.append(pool);
        to.u2(Modifier.FINAL | SUPER_AND_SYNTHETIC);
        to.u2(self);
        to.u2(parent);
        to.u2(0); // no interfaces
        to.u2(fieldCount);
        to.append(fields);
        to.u2(methodCount);
        to.append(methods);
        to.append(attributes);
        return to.bytes.toByteArray();
    }

    /** The attributes of the class: each constant from class data is read by {@link MethodHandles#classDataAt}. */
    private Bytes bootstrapMethods() {
        Bytes to = new Bytes();
        to.u2(numbers.isEmpty() ? 0 : 1);
        if (!numbers.isEmpty()) {
            int reader =
                    memberAt(METHOD, internalName(MethodHandles.class), "classDataAt", CLASS_DATA.descriptorString());
            pool.u1(HANDLE);
            pool.u1(6); // of a static method
            pool.u2(reader);
            int handle = poolCount++;
            to.u2(textAt("BootstrapMethods"));
            to.u4(2 + 6 * numbers.size());
            to.u2(numbers.size());
            for (int number : numbers) {
                to.u2(handle);
                to.u2(1);
                to.u2(number);
            }
        }
        return to;
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private int textAt(String text) {
        return indices.computeIfAbsent("text " + text, any -> {
            pool.u1(TEXT);
            pool.text(text);
            return poolCount++;
        });
    }

    private int typeAt(String internalName) {
        int text = textAt(internalName);
        return indices.computeIfAbsent("type " + text, any -> {
            pool.u1(CLASS);
            pool.u2(text);
            return poolCount++;
        });
    }

    private int memberAt(int tag, String owner, String member, String descriptor) {
        return pairAt(tag, typeAt(owner), nameAndTypeAt(member, descriptor));
    }

    private int nameAndTypeAt(String member, String descriptor) {
        return pairAt(NAME_AND_TYPE, textAt(member), textAt(descriptor));
    }

    private int numberAt(Number number) {
        return indices.computeIfAbsent(number.getClass() + " " + bitsOf(number), any -> {
            long bits = bitsOf(number);
            boolean isWide = number instanceof Long || number instanceof Double;
            pool.u1(number instanceof Integer ? INTEGER : number instanceof Float ? 4 : number instanceof Long ? 5 : 6);
            if (isWide) {
                pool.u4((int) (bits >>> 32));
            }
            pool.u4((int) bits);
            poolCount += isWide ? 2 : 1;
            return poolCount - (isWide ? 2 : 1);
        });
    }

    private static long bitsOf(Number number) {
        return number instanceof Float
                ? Float.floatToRawIntBits((Float) number)
                : number instanceof Double ? Double.doubleToRawLongBits((Double) number) : number.longValue();
    }

    /** Adds an object to the class data, and an entry of the pool that reads it. */
    private void addConstant(Class<?> type, Object constant) {
        int pair = nameAndTypeAt("_", type.descriptorString());
        pool.u1(INTEGER);
        pool.u4(constants.size());
        numbers.add(poolCount++);
        pool.u1(DYNAMIC);
        pool.u2(constants.size());
        pool.u2(pair);
        constants.add(constant);
        entries.add(poolCount++);
    }

    private int pairAt(int tag, int first, int second) {
        return indices.computeIfAbsent(tag + " " + first + ' ' + second, any -> {
            pool.u1(tag);
            pool.u2(first);
            pool.u2(second);
            return poolCount++;
        });
    }

    /** A place in the code that branches go to. The operand stack is empty there. */
    public static final class Label {
        private int place = -1;
    }

    /** A branch: where its instruction and its offset are. */
    private record Branch(int instruction, Label label) {}

    /** The instructions of a method. Its parameters are in the first slots, after {@code this} if it is not static. */
    public final class Code {
        private final int modifiers;
        private final String methodName;
        private final MethodType type;
        private final Bytes code = new Bytes();
        private final List<Branch> branches = new ArrayList<>();

        /** The stack map: what is in the variables at each label. */
        private final Bytes frames = new Bytes();

        private int frameCount;
        private int lastFrame = -1;

        /** The types of the variables that are set at all labels from now on, by slot; null for others. */
        private final List<Class<?>> lasting = new ArrayList<>();

        /** As {@link #lasting}, with those that were set since the last label. */
        private final List<Class<?>> set = new ArrayList<>();

        private int slots;
        private int depth;
        private int mostDepth;

        private Code(int modifiers, String methodName, MethodType type) {
            this.modifiers = modifiers;
            this.methodName = methodName;
            this.type = type;
            if (!Modifier.isStatic(modifiers)) {
                keep(lasting, slots++, Object.class);
            }
            for (Class<?> parameter : type.parameterList()) {
                keep(lasting, slots, parameter);
                slots += slots(parameter);
            }
            set.addAll(lasting);
        }

        private static void keep(List<Class<?>> types, int slot, Class<?> valueType) {
            while (types.size() <= slot) {
                types.add(null);
            }
            types.set(slot, valueType);
        }

        /** Stores the value on the stack in a new variable, which is used before the next label. Returns its slot. */
        public int storeNew(Class<?> valueType) {
            int slot = slots;
            slots += slots(valueType);
            store(valueType, slot);
            keep(set, slot, valueType);
            return slot;
        }

        /** As {@link #storeNew}, in a variable that can be used behind labels from now on. */
        public int storeLasting(Class<?> valueType) {
            int slot = storeNew(valueType);
            keep(lasting, slot, valueType);
            return slot;
        }

        /** Stores the value on the stack in a variable. */
        public void store(Class<?> valueType, int slot) {
            variable(0x36, valueType, slot); // istore, and so on
            pushed(-slots(valueType));
        }

        /** Loads a parameter or variable, by its first slot. */
        public void load(Class<?> valueType, int slot) {
            if (slot < 4) {
                code.u1(0x1A + 4 * typeOffset(valueType) + slot); // iload_0, and so on
            } else {
                variable(0x15, valueType, slot); // iload, and so on
            }
            pushed(slots(valueType));
        }

        private void variable(int opcode, Class<?> valueType, int slot) {
            if (slot > 0xFF) {
                code.u1(0xC4); // wide
            }
            code.u1(opcode + typeOffset(valueType));
            if (slot > 0xFF) {
                code.u2(slot);
            } else {
                code.u1(slot);
            }
        }

        /** An instruction of one byte. */
        public void operate(int opcode, int pushedSlots) {
            code.u1(opcode);
            pushed(pushedSlots);
        }

        /** Loads an Integer, Long, Float or Double. */
        public void loadNumber(Number number) {
            boolean isWide = number instanceof Long || number instanceof Double;
            code.u1(isWide ? 0x14 : 0x13); // ldc2_w, ldc_w
            code.u2(numberAt(number));
            pushed(isWide ? 2 : 1);
        }

        /** A branch, which takes values from the stack. */
        public void branch(int opcode, int taken, Label label) {
            branches.add(new Branch(code.bytes.size(), label));
            code.u1(opcode);
            code.u2(0);
            pushed(-taken);
        }

        /** Puts a label here. */
        public void place(Label label) {
            if (lastFrame == code.bytes.size() && !set.equals(lasting)) {
                code.u1(0); // nop: one place has one frame
            }
            set.clear();
            set.addAll(lasting);
            placeWithin(label);
        }

        /** Puts a label here, where all branches to it come from the code since the last other label. */
        public void placeWithin(Label label) {
            label.place = code.bytes.size();
            if (lastFrame == label.place) {
                return;
            }
            frames.u1(255); // a full frame
            frames.u2(label.place - lastFrame - 1);
            lastFrame = label.place;
            frameCount++;
            Bytes types = new Bytes();
            int count = 0;
            for (int slot = 0; slot < set.size(); slot++, count++) {
                Class<?> kept = set.get(slot);
                frameType(types, kept);
                slot += kept == long.class || kept == double.class ? 1 : 0;
            }
            frames.u2(count);
            frames.append(types);
            frames.u2(0); // the stack is empty
        }

        private void frameType(Bytes types, Class<?> kept) {
            if (kept == null || kept.isPrimitive()) {
                int tag = kept == null
                        ? 0
                        : kept == float.class ? 2 : kept == double.class ? 3 : kept == long.class ? 4 : 1;
                types.u1(tag);
            } else {
                types.u1(7);
                types.u2(kept == Object.class ? typeAt(name) : typeAt(internalName(kept)));
            }
        }

        /** Casts the object on the stack. */
        public void cast(Class<?> to) {
            code.u1(0xC0); // checkcast
            code.u2(typeAt(internalName(to)));
        }

        /** The number of bytes so far. */
        public int length() {
            return code.bytes.size();
        }

        /** Loads a field of the object whose method this is. */
        public void loadField(String field, Class<?> fieldType) {
            load(Object.class, 0);
            field(GET_FIELD, field, fieldType);
        }

        private void field(int opcode, String field, Class<?> fieldType) {
            code.u1(opcode);
            code.u2(memberAt(FIELD, name, field, fieldType.descriptorString()));
            pushed(opcode == PUT_FIELD ? -1 - slots(fieldType) : slots(fieldType) - 1);
        }

        /** Loads an object, which becomes part of the class data. */
        public void loadConstant(Class<?> constantType, Object constant) {
            int known = 0;
            while (known < constants.size() && constants.get(known) != constant) {
                known++;
            }
            if (known == constants.size()) {
                addConstant(constantType, constant);
            }
            code.u1(0x13); // ldc_w
            code.u2(entries.get(known));
            pushed(1);
        }

        /** Makes an object without calling a constructor yet, and loads it twice. */
        public void create(Class<?> created) {
            code.u1(0xBB); // new
            code.u2(typeAt(internalName(created)));
            code.u1(0x59); // dup
            pushed(2);
        }

        public void call(Call how, Class<?> owner, String member, MethodType calledType) {
            call(how, internalName(owner), member, calledType);
        }

        /** Calls a static method of the class itself. */
        public void callOwn(String member, MethodType calledType) {
            call(Call.STATIC, name, member, calledType);
        }

        private void call(Call how, String owner, String member, MethodType calledType) {
            code.u1(0xB6 + how.ordinal()); // invokevirtual, and so on
            int tag = how == Call.INTERFACE ? INTERFACE_METHOD : METHOD;
            code.u2(memberAt(tag, owner, member, calledType.descriptorString()));
            int taken = slots(calledType.parameterList()) + (how == Call.STATIC ? 0 : 1);
            if (how == Call.INTERFACE) {
                code.u1(taken);
                code.u1(0);
            }
            pushed(slots(calledType.returnType()) - taken);
        }

        /** Calls a handle, which was loaded before its arguments. */
        public void callExactly(MethodType calledType) {
            call(Call.VIRTUAL, MethodHandle.class, "invokeExact", calledType);
        }

        private void pushed(int count) {
            depth += count;
            mostDepth = Math.max(mostDepth, depth);
        }

        /** Returns the value that is left, and adds the method to the class. */
        public void end() {
            Class<?> returned = type.returnType();
            code.u1(returned == void.class ? 0xB1 : 0xAC + typeOffset(returned)); // return, ireturn, and so on
            methodCount++;
            methods.u2(modifiers);
            methods.u2(textAt(methodName));
            methods.u2(textAt(type.descriptorString()));
            methods.u2(1);
            methods.u2(textAt("Code"));
            methods.u4(12 + code.bytes.size() + (frameCount == 0 ? 0 : 8 + frames.bytes.size()));
            methods.u2(mostDepth);
            methods.u2(slots);
            methods.u4(code.bytes.size());
            methods.bytes.writeBytes(withBranches());
            methods.u2(0); // no exceptions
            methods.u2(frameCount == 0 ? 0 : 1);
            if (frameCount > 0) {
                methods.u2(textAt("StackMapTable"));
                methods.u4(2 + frames.bytes.size());
                methods.u2(frameCount);
                methods.append(frames);
            }
        }

        private byte[] withBranches() {
            byte[] bytes = code.bytes.toByteArray();
            for (Branch branch : branches) {
                int offset = branch.label.place - branch.instruction;
                if (branch.label.place < 0 || offset != (short) offset) {
                    throw new IllegalStateException("a branch has no target in reach: offset=" + offset);
                }
                bytes[branch.instruction + 1] = (byte) (offset >> 8);
                bytes[branch.instruction + 2] = (byte) offset;
            }
            return bytes;
        }
    }

    /** The place of a type among the instructions that there are for ints, longs, floats, doubles and references. */
    private static int typeOffset(Class<?> type) {
        return type == long.class ? 1 : type == float.class ? 2 : type == double.class ? 3 : type.isPrimitive() ? 0 : 4;
    }

    /** The slots that values of a type take. */
    public static int slots(Class<?> type) {
        return type == void.class ? 0 : type == long.class || type == double.class ? 2 : 1;
    }

    /** The slots that values of some types take together. */
    public static int slots(List<Class<?>> types) {
        return types.stream().mapToInt(ClassFile::slots).sum();
    }

    /** Big-endian numbers. They are written to memory, so that there are no errors. */
    private static final class Bytes {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        void u1(int value) {
            bytes.write(value);
        }

        void u2(int value) {
            u1(value >>> 8);
            u1(value);
        }

        void u4(int value) {
            u2(value >>> 16);
            u2(value);
        }

        void text(String text) {
            try {
                new DataOutputStream(bytes).writeUTF(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void append(Bytes other) {
            bytes.writeBytes(other.bytes.toByteArray());
        }
    }
}

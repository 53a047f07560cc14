package basalt.examples.showcase.bullets.bulletml;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.IntArrayList;

/**
 * Compiles the elements of a pattern: first bullets, then fires, which refer to bullets, then actions, which refer to
 * fires.
 */
final class Compiler {
    private static final Set<Tag> ACTIONS = EnumSet.of(Tag.ACTION, Tag.ACTION_REF);
    private static final Set<Tag> BULLETS = EnumSet.of(Tag.BULLET, Tag.BULLET_REF);
    private static final double HORIZONTAL_TURN = 90;
    private static final String TOP = "top";

    private final Element root;
    private final Labels labels;
    private final SourceText source;
    private final CallTree calls;
    private final boolean horizontal;
    private final FormulaPool formulas = new FormulaPool();
    private final IntArrayList code = new IntArrayList();
    private final List<Element> actions = new ArrayList<>(); // labelled actions, and bullets that have actions
    private final Map<Element, Integer> actionNumbers = new IdentityHashMap<>();
    private final Map<Element, Integer> places = new IdentityHashMap<>(); // code addresses of bullets and fires
    private int action; // the action being compiled
    private int counters; // open repeats at this point

    private Compiler(SourceText source) {
        this.source = source;
        root = TreeReader.read(source);
        labels = new Labels(source, root);
        calls = new CallTree(source);
        horizontal = "horizontal".equals(root.type());
    }

    /**
     * @throws PatternException if the pattern is invalid
     */
    static Pattern compile(SourceText source, String name) {
        return new Compiler(source).compile(name);
    }

    private Pattern compile(String name) {
        int[] tops = numberActions();
        labels.all(Tag.BULLET).forEach(this::bullet);
        labels.all(Tag.FIRE).forEach(this::fire);
        int[] entries = new int[actions.size()];
        for (action = 0; action < entries.length; action++) {
            entries[action] = code.size();
            Element element = actions.get(action);
            if (element.tag() == Tag.BULLET) { // runs its actions in sequence
                element.children().stream()
                        .filter(child -> ACTIONS.contains(child.tag()))
                        .forEach(this::use);
            } else {
                element.children().forEach(this::statement);
            }
            code.addInt(Opcode.RETURN);
        }
        int scriptBytes = ScriptLayout.STACK + calls.mostStackBytes();
        int[] paramCounts = actions.stream().mapToInt(Element::mostParam).toArray();
        Program program = new Program(code.toIntArray(), entries, paramCounts, formulas.code(), formulas.constants());
        return new Pattern(name, horizontal, program, tops, scriptBytes);
    }

    /** Numbers all actions. Returns the top-level actions. */
    private int[] numberActions() {
        for (Element element : labels.all(Tag.ACTION)) {
            if (element.label() != null) {
                number(element);
            }
        }
        IntArrayList tops = new IntArrayList();
        for (Element element : root.children()) {
            if (element.tag() == Tag.ACTION
                    && element.label() != null
                    && element.label().startsWith(TOP)) {
                tops.addInt(actionNumbers.get(element));
            }
        }
        if (tops.isEmpty()) {
            throw source.error(
                    root.offset(),
                    "no top-level action",
                    "give at least one <action> in <bulletml> a label that begins with \"top\"");
        }
        for (Element element : labels.all(Tag.BULLET)) {
            if (element.child(ACTIONS) != null) {
                number(element);
            }
        }
        return tops.toIntArray();
    }

    private void number(Element element) {
        actionNumbers.put(element, actions.size());
        actions.add(element);
        calls.addAction(element.label(), element.mostParam());
    }

    private void bullet(Element bullet) {
        places.put(bullet, code.size());
        shot(bullet);
        code.addInt(actionNumbers.getOrDefault(bullet, Pattern.NO_ACTION));
    }

    private void fire(Element fire) {
        places.put(fire, code.size());
        shot(fire);
        refer(fire.child(BULLETS), places);
    }

    /** The direction and the speed of a bullet or fire. */
    private void shot(Element element) {
        direction(element.child(Tag.DIRECTION));
        value(element.child(Tag.SPEED));
    }

    /** Writes a reference, or the element itself, and its parameters. */
    private void refer(Element element, Map<Element, Integer> numbers) {
        if (element.tag().referred() == null) {
            code.addInt(numbers.get(element));
            code.addInt(Opcode.SAME_PARAMS);
        } else {
            code.addInt(numbers.get(labels.target(element)));
            code.addInt(element.children().size());
            element.children().forEach(param -> code.addInt(formulas.add(param)));
        }
    }

    private void statement(Element element) {
        switch (element.tag()) {
            case FIRE, FIRE_REF -> {
                code.addInt(Opcode.FIRE);
                refer(element, places);
            }
            case ACTION, ACTION_REF -> use(element);
            case REPEAT -> repeat(element);
            case WAIT -> {
                code.addInt(Opcode.WAIT);
                code.addInt(formulas.add(element));
            }
            case VANISH -> code.addInt(Opcode.VANISH);
            case CHANGE_DIRECTION -> {
                code.addInt(Opcode.CHANGE_DIRECTION);
                direction(element.child(Tag.DIRECTION));
                code.addInt(formulas.add(element.child(Tag.TERM)));
            }
            case CHANGE_SPEED -> {
                code.addInt(Opcode.CHANGE_SPEED);
                value(element.child(Tag.SPEED));
                code.addInt(formulas.add(element.child(Tag.TERM)));
            }
            default -> accel(element);
        }
    }

    /** Compiles an action within another one: inlined if nothing else can refer to it, otherwise called. */
    private void use(Element element) {
        if (element.tag() == Tag.ACTION && element.label() == null) {
            element.children().forEach(this::statement);
            return;
        }
        Element target = element.tag() == Tag.ACTION ? element : labels.target(element);
        calls.addCall(action, actionNumbers.get(target), counters, element);
        code.addInt(Opcode.CALL);
        refer(element, actionNumbers);
    }

    private void repeat(Element element) {
        code.addInt(Opcode.LOOP);
        code.addInt(formulas.add(element.child(Tag.TIMES)));
        int exit = code.size();
        code.addInt(Opcode.NONE);
        int start = code.size();
        calls.addCounters(action, ++counters);
        use(element.child(ACTIONS));
        counters--;
        code.addInt(Opcode.NEXT);
        code.addInt(start);
        code.setInt(exit, code.size());
    }

    private void accel(Element element) {
        Element right = element.child(Tag.HORIZONTAL);
        Element down = element.child(Tag.VERTICAL);
        code.addInt(Opcode.ACCEL);
        value(horizontal ? down : right);
        if (horizontal && right != null) {
            code.addInt(Opcode.type(right.type(), Opcode.ABSOLUTE));
            code.addInt(formulas.addNegated(right));
        } else {
            value(horizontal ? null : down);
        }
        code.addInt(formulas.add(element.child(Tag.TERM)));
    }

    private void direction(Element element) {
        int type = Opcode.type(element == null ? null : element.type(), Opcode.AIM);
        code.addInt(type);
        code.addInt(
                horizontal && element != null && type == Opcode.ABSOLUTE
                        ? formulas.addMinus(element, HORIZONTAL_TURN)
                        : formulas.add(element));
    }

    /** Writes a value whose default type is absolute. */
    private void value(Element element) {
        code.addInt(Opcode.type(element == null ? null : element.type(), Opcode.ABSOLUTE));
        code.addInt(formulas.add(element));
    }
}

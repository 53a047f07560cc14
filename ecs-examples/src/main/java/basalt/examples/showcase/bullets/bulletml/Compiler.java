package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.PatternException.quoted;

import basalt.examples.showcase.bullets.bulletml.PatternReader.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Compiles the elements of a pattern to {@link Instruction}s. An element is the key of what it is compiled to. */
final class Compiler {
    /** Maximum depth of calls. */
    private static final int MOST_DEPTH = 32;

    private static final float HORIZONTAL_TURN = 90;

    private final PatternReader file;
    private final boolean horizontal;
    private final List<Instruction> code = new ArrayList<>();
    private final Map<Element, Action> actions = new LinkedHashMap<>(); // with labels, and bullets that have actions
    private final Map<Element, Instruction.Bullet> bullets = new HashMap<>();
    private final Map<Element, Instruction.Fire> fires = new HashMap<>();
    private Action current;
    private int counters; // open repeats at this point

    /** An action, and what is known about its stack. */
    private static final class Action {
        final int number;
        int entry;
        final Map<Element, Integer> calls = new LinkedHashMap<>(); // with the counters that are open then
        int counters;
        int stackBytes; // including callees; 0 if not known yet
        int height; // depth of the calls below

        Action(int number) {
            this.number = number;
        }
    }

    private Compiler(PatternReader file) {
        this.file = file;
        horizontal = "horizontal".equals(file.root().type);
    }

    static Pattern compile(PatternReader file, String name) {
        return new Compiler(file).compile(name);
    }

    private Pattern compile(String name) {
        number(file.root());
        actions.forEach(this::action);
        int mostBytes = 0;
        for (Element element : actions.keySet()) {
            mostBytes = Math.max(mostBytes, measure(element, new ArrayList<>()).stackBytes);
        }
        return new Pattern(
                name,
                code.toArray(Instruction[]::new),
                actions.values().stream().mapToInt(action -> action.entry).toArray(),
                tops(),
                file.paramCount(),
                Script.STACK + mostBytes);
    }

    private int[] tops() {
        int[] tops = file.root().children.stream()
                .filter(child -> child.name.equals("action") && child.label != null && child.label.startsWith("top"))
                .mapToInt(child -> actions.get(child).number)
                .toArray();
        if (tops.length == 0) {
            throw file.error(
                    file.root(),
                    "no top-level action",
                    "give at least one <action> in <bulletml> a label that begins with \"top\"");
        }
        return tops;
    }

    private void number(Element element) {
        boolean isAction = element.name.equals("action") && element.label != null
                || element.name.equals("bullet") && element.child("action", "actionRef") != null;
        if (isAction) {
            actions.put(element, new Action(actions.size()));
        }
        if (element.isReference()) {
            file.target(element); // also of references that are never reached
        }
        element.children.forEach(this::number);
    }

    private void action(Element element, Action action) {
        current = action;
        action.entry = code.size();
        for (Element child : element.children) { // those of a bullet run in sequence
            if (!child.name.equals("direction") && !child.name.equals("speed")) {
                statement(child);
            }
        }
        code.add(Interpreter::end);
    }

    private void statement(Element element) {
        Formula term = formula(element.child("term"));
        switch (element.name) {
            case "fire", "fireRef" -> {
                Instruction.Fire fire = fire(element.isReference() ? file.target(element) : element);
                Formula[] params = params(element);
                code.add(run -> run.fire(fire, params));
            }
            case "action", "actionRef" -> use(element);
            case "repeat" -> repeat(element);
            case "wait" -> code.add(run -> run.waitFor(element.formula));
            case "vanish" -> code.add(Interpreter::vanish);
            case "changeDirection" -> {
                Instruction.Value direction = direction(element.child("direction"));
                code.add(run -> run.changeDirection(direction, term));
            }
            case "changeSpeed" -> {
                Instruction.Value speed = value(element.child("speed"));
                code.add(run -> run.changeSpeed(speed, term));
            }
            default -> accel(element.child("horizontal"), element.child("vertical"), term);
        }
    }

    private void accel(Element right, Element down, Formula term) {
        Instruction.Value x = value(horizontal ? down : right);
        Instruction.Value y = horizontal && right != null
                ? new Instruction.Value(type(right), right.formula.negated())
                : value(horizontal ? null : down);
        code.add(run -> run.accel(x, y, term));
    }

    private void repeat(Element element) {
        Formula times = element.child("times").formula;
        int loop = code.size();
        code.add(null);
        current.counters = Math.max(current.counters, ++counters);
        use(element.child("action", "actionRef"));
        counters--;
        code.add(run -> run.next(loop + 1));
        int exit = code.size();
        code.set(loop, run -> run.loop(times, exit));
    }

    /** Compiles an action within another one: inlined if nothing else can refer to it, otherwise called. */
    private void use(Element element) {
        if (!element.isReference() && element.label == null) {
            element.children.forEach(this::statement);
            return;
        }
        current.calls.put(element, counters);
        int action = actions.get(callee(element)).number;
        Formula[] params = params(element);
        code.add(run -> run.call(action, params));
    }

    private Element callee(Element element) {
        return element.isReference() ? file.target(element) : element;
    }

    private Instruction.Fire fire(Element element) {
        return fires.computeIfAbsent(element, fire -> {
            Element bullet = fire.child("bullet", "bulletRef");
            return new Instruction.Fire(
                    direction(fire.child("direction")),
                    value(fire.child("speed")),
                    bullet(callee(bullet)),
                    params(bullet));
        });
    }

    private Instruction.Bullet bullet(Element element) {
        return bullets.computeIfAbsent(
                element,
                bullet -> new Instruction.Bullet(
                        direction(bullet.child("direction")),
                        value(bullet.child("speed")),
                        actions.containsKey(bullet) ? actions.get(bullet).number : Pattern.NO_ACTION));
    }

    /** The parameters of a reference; null for those of the caller. */
    private static Formula[] params(Element element) {
        return element.isReference()
                ? element.children.stream().map(param -> param.formula).toArray(Formula[]::new)
                : null;
    }

    private Instruction.Value direction(Element element) {
        Instruction.Value value = value(element);
        if (!horizontal || value == null || value.type() != Instruction.Type.ABSOLUTE) {
            return value;
        }
        Formula turn = (params, shooter) -> HORIZONTAL_TURN;
        return new Instruction.Value(value.type(), Formula.binary('-', value.formula(), turn));
    }

    private static Instruction.Value value(Element element) {
        return element == null ? null : new Instruction.Value(type(element), element.formula);
    }

    private static Instruction.Type type(Element element) {
        return Instruction.Type.valueOf(element.type.toUpperCase(Locale.ROOT));
    }

    private static Formula formula(Element element) {
        return element == null ? null : element.formula;
    }

    /** Computes the largest stack of an action, and rejects recursion. */
    private Action measure(Element element, List<Element> path) {
        Action action = actions.get(element);
        if (action.stackBytes != 0) {
            return action;
        }
        path.add(element);
        int frameBytes = Script.frameBytes(file.paramCount());
        int most = frameBytes + action.counters * Script.COUNTER_BYTES;
        int height = 1;
        for (Map.Entry<Element, Integer> call : action.calls.entrySet()) {
            Element target = callee(call.getKey());
            requireNew(call.getKey(), target, path);
            Action callee = path.size() == MOST_DEPTH ? null : measure(target, path);
            height = Math.max(height, callee == null ? MOST_DEPTH + 1 : callee.height + 1);
            if (height > MOST_DEPTH) {
                throw file.error(
                        call.getKey(),
                        "actions that call each other more than " + MOST_DEPTH + " deep",
                        "make the chain of references shorter");
            }
            int bytes = frameBytes + call.getValue() * Script.COUNTER_BYTES + callee.stackBytes;
            most = Math.max(most, bytes);
        }
        path.remove(path.size() - 1);
        action.stackBytes = most;
        action.height = height;
        return action;
    }

    private void requireNew(Element call, Element callee, List<Element> path) {
        if (path.contains(callee)) {
            String chain = path.subList(path.indexOf(callee), path.size()).stream()
                    .map(caller -> quoted(String.valueOf(caller.label)) + " -> ")
                    .collect(Collectors.joining());
            String name = quoted(callee.label);
            throw file.error(
                    call,
                    "the action " + name + " calls itself: " + chain + name,
                    "use repeat, or fire a bullet in between");
        }
    }
}

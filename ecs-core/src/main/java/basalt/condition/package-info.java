/**
 * Conditions on the values of columns, which restrict the rows of a query: {@code query.where(Health.HP).atMost(0)}.
 *
 * <pre>
 *   {@link basalt.condition.Conditional}   a query or its builder: where(column), where(condition)
 *      | where(Health.HP)
 *      v
 *   {@link basalt.condition.Comparison}    one class for each kind of columns: atMost(0), isTrue(), hasAll(mask)
 *      |
 *      v
 *   {@link basalt.condition.Condition}     what a column's values must be, or one of several such conditions
 * </pre>
 */
package basalt.condition;

/**
 * How the library's packages reach what stands behind the types that they export to users, see {@link
 * basalt.friend.Friend}.
 */
package basalt.friend;

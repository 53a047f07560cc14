/** How the library's packages reach the internal objects of exported types, see {@link basalt.friend.Friend}. */
package basalt.friend;

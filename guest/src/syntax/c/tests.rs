use crate::corpus::Language;
use crate::syntax::render::facts_of;

fn facts(source: &str) -> String {
    facts_of(Language::C, "src/a.c", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"/* Licence. */

#include "../inc/a.h"
#include <sys/types.h>
#define GUARD
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LIMIT 10

/** A node. More. */
struct node {
	int id, rank;
	struct node *next;
	int (*visit)(struct node *self);
	union { int a; char b; };
};
typedef struct { int x; } point_t;
typedef struct node node_t;
typedef struct node node;
enum color { RED, GREEN = LIMIT };
int prototype(void);
extern int elsewhere;
static struct node *head, tail = { .id = 1, .next = &other };
int (*handler)(int) = on_int;

// Makes one.
struct node *make(int id) { return alloc(id); }
static int old(a, b) int a; char *b; { return a + *b; }
#ifdef X
void branch(void) { one(); }
#else
void branch(void) { two(); }
#endif
"#
    ), @r"
    macro MAX 6-6
    constant LIMIT 7-7
    type node 10-15 exported // A node.
    field node.id 11-11 exported
    field node.rank 11-11 exported
    field node.next 12-12 exported -> <node>
    field node.visit 13-13 exported
    field node.a 14-14 exported
    field node.b 14-14 exported
    type point_t 16-16 exported
    field point_t.x 16-16 exported
    type node_t 17-17 exported -> node
    type color 19-19 exported
    enum_member color.RED 19-19 exported
    enum_member color.GREEN 19-19 exported
    variable head 22-22 -> <node>
    variable tail 22-22 -> <node>
    variable handler 23-23 exported
    function make 26-26 exported -> <node> // Makes one.
    function old 27-27
    function branch 29-29 exported
    function branch 31-31 exported
    3: import ../inc/a.h {*} reexported [inc/a.h …/inc/a.h]
    4: import sys/types.h {*} reexported […/sys/types.h]
    12: node.next uses node
    13: node.visit uses node
    17: - uses node
    18: - uses node
    19: color.GREEN uses LIMIT
    22: head uses node
    22: head uses <node>.id
    22: head uses <node>.next
    22: head uses other
    23: handler uses on_int
    26: make uses node
    26: make calls alloc
    29: branch calls one
    31: branch calls two
    ");
}

#[test]
fn calls_through_locals_and_members() {
    insta::assert_snapshot!(facts(
        r#"
int run(struct graph *g, cb_t cb, int n) {
	struct node *x = find(g, n);
	x->visit(x);
	cb(n);
	node_t list[3], *p = x->next;
	list[0].go(p->id);
	for (int i = 0; i < MAX(1, LIMIT); i++) use(i, global, callback_fn);
	((struct other *)p)->run();
	struct point q = (struct point){ .x = n };
	int (*f)(int) = cb ? 0 : helper;
	f(2);
	return sizeof(struct node) + q.x;
}
"#
    ), @r"
    function run 2-14 exported
    2: run uses graph
    2: run uses cb_t
    3: run uses node
    3: run calls find
    4: run calls <node>.visit
    6: run uses node_t
    6: run uses <node>.next
    7: run calls <node_t>.go
    7: run uses <node_t>.id
    8: run calls MAX
    8: run uses LIMIT
    8: run calls use
    8: run uses global
    8: run uses callback_fn
    9: run uses other
    9: run calls <other>.run
    10: run uses point
    10: run makes point
    10: run uses <point>.x
    11: run uses helper
    13: run uses node
    13: run uses <point>.x
    ");
}

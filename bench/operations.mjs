// What is measured. The arguments of each call are made from its number; calls go to the pairs of product and center in turn.
const withdraw = (pair, index) => ({ ...pair, worker_id: `worker-${index}`, email: "worker@example.com", quantity: 1 });

/** The operations by name: the tool that is called, and the propose tool whose token an approval carries. */
export const operations = {
  supply_list_stocks: { tool: "supply_list_stocks", createArguments: () => ({ limit: 100 }) },
  supply_approve_withdrawal: {
    tool: "supply_approve_withdrawal",
    proposeTool: "supply_propose_withdrawal",
    createArguments: (pairs, index) => withdraw(pairs[index % pairs.length], index),
  },
  "supply_approve_withdrawal, one record": {
    tool: "supply_approve_withdrawal",
    proposeTool: "supply_propose_withdrawal",
    createArguments: ([pair], index) => withdraw(pair, index),
  },
};

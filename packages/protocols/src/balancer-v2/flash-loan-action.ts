import { defineAction } from '../action/action.ts'
import { balancerV2 } from './function.ts'

/** Borrows from Balancer for the length of other actions, which must leave enough to pay it back. */
export const flashLoan = defineAction({
  route: 'balancer_v2/flash_loan',
  name: 'Flash loan',
  description: 'Borrows a token while other actions run; the Manager pays it back after them.',
  sentence: 'Flash loan of {amount}',
  parameters: {
    token: { kind: 'token', describe: 'Token to borrow; Balancer v2 lends its own' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to borrow' },
    actions: {
      kind: 'actions',
      describe: "Actions that run with the loan, proven by the Manager's own root",
    },
  },
  signature: 'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
  rules: [balancerV2],
  target: 'manager',
  arguments: ({ token, amount, actions, manager }) => [manager, [token], [amount], actions],
})

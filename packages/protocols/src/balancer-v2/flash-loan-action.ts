import { encodeFlashLoanUserData } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import { balancerV2 } from './pool.ts'

const signature =
  'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)'

const tokens = {
  kind: 'tokens',
  describe: 'Tokens to borrow, in ascending order of their addresses; Balancer v2 lends its own',
} as const

const amounts = {
  kind: 'amounts',
  unit: 'tokens',
  describe: 'How much of each token to borrow',
} as const

/** Borrows from Balancer for the length of other actions, which must leave enough to pay it back. */
const flashLoan = defineAction({
  route: 'balancer_v2/flash_loan',
  name: 'Flash loan',
  description: 'Borrows a token while other actions run; the Manager pays it back after them.',
  sentence: 'Flash loan of {amount}',
  parameters: {
    token: { kind: 'token', describe: 'Token to borrow; Balancer v2 lends its own' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to borrow' },
    actions: {
      kind: 'actions',
      describe:
        "Actions that run with the loan, proven by the Manager's own root; the lender's own vault refuses to be entered meanwhile",
    },
  },
  signature,
  rules: [balancerV2],
  target: 'manager',
  arguments: ({ token, amount, actions, manager }) => [manager, [token], [amount], actions],
})

const flashLoanSeveral = defineAction({
  route: 'balancer_v2/flash_loan_several',
  name: 'Flash loan of several tokens',
  description: 'Borrows several tokens while other actions run; the Manager pays them back.',
  sentence: 'Flash loan of {amounts}',
  parameters: {
    tokens,
    amounts,
    actions: {
      kind: 'actions',
      describe:
        "Actions that run with the loan, proven by the Manager's own root; the lender's own vault refuses to be entered meanwhile",
    },
  },
  signature,
  rules: [balancerV2],
  target: 'manager',
  arguments: ({ tokens, amounts, actions, manager }) => [manager, tokens, amounts, actions],
  sizes: [2, 3, 4, 5, 6],
})

const flashLoanTo = defineAction({
  route: 'balancer_v2/flash_loan_to',
  name: 'Flash loan to a receiver',
  description: 'Has a lender give tokens to a receiver, which it calls back with the data.',
  sentence: 'Flash loan of {amounts} from {lender} to {receiver}',
  parameters: {
    lender: {
      kind: 'account',
      describe: 'Who is asked for the loan: a Manager, or the vault of Balancer itself',
    },
    receiver: {
      kind: 'account',
      describe: 'Who receives the tokens, runs the data and pays back; only a Manager is safe',
    },
    tokens,
    amounts,
    data: {
      kind: 'bytes',
      // A receiver that is a Manager reads a batch.
      sample: encodeFlashLoanUserData([]),
      describe: 'Data that the receiver runs with the loan: calls with proofs if it is a Manager',
    },
  },
  signature,
  rules: [balancerV2],
  target: 'lender',
  arguments: ({ receiver, tokens, amounts, data }) => [receiver, tokens, amounts, data],
  sizes: [1, 2, 3, 4, 5, 6],
})

/** Flash loans of Balancer v2. */
export const flashLoanActions = [flashLoan, flashLoanSeveral, flashLoanTo] as const

import { systemProgram, writableAccount, writableSignerAccount } from '@vaultwright/svm'
import { dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'

/**
 * Sends lamports of a sub-account.
 *
 * The sender is pinned too: otherwise the strategist's own lamports could move.
 * Source: Solana's system program, instruction 2.
 */
export const systemTransfer: SvmTemplate = {
  route: 'system/transfer',
  name: 'Transfer SOL',
  protocol: 'system',
  protocolAppUrl: null,
  description: 'Sends SOL of a sub-account to an account.',
  parameters: {
    recipient: { kind: 'account', describe: 'Account that receives the SOL', isRequested: true },
    amount: { kind: 'amount', describe: 'SOL to send', of: 'lamports', takesAll: true },
  },
  operators: [pinBytes(0, 4), ...pinAccounts(0, 1), pinSize],
  dataFields: [
    { name: 'instruction', start: 0, length: 4 },
    { name: 'amount', start: 4, length: 8 },
  ],
  accountNames: ['sub_account', 'recipient'],
  receivers: [1],
  computeUnits: 25_000,
  programs: [systemProgram],
  callOf: ({ subAccount, account, amount }) => ({
    innerCall: {
      program: systemProgram,
      accounts: [writableSignerAccount(subAccount), writableAccount(account('recipient'))],
      data: dataOf([2, 0, 0, 0], amount('amount')),
    },
    before: [],
    after: [],
    spending: { kind: 'lamports', address: subAccount },
    tokenAccounts: [],
  }),
  sentenceOf: ({ amount, account }) =>
    `Transfer ${amount('amount')} SOL to ${account('recipient')}`,
}

import {
  nativeMint,
  systemProgram,
  tokenProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { dataOf, pinAccounts, pinBytes, pinSize, tokenAccountOf } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { syncNativeData } from './token-data.ts'

/**
 * Wraps lamports: a transfer by the vault, then SyncNative, which anyone may send.
 *
 * Source: Solana's system program, instruction 2; token program, instruction 17.
 */
export const tokenWrap: SvmTemplate = {
  route: 'spl_token/wrap',
  name: 'Wrap SOL',
  protocol: 'spl_token',
  protocolAppUrl: null,
  description: "Turns SOL of a sub-account into wrapped SOL in the sub-account's token account.",
  parameters: {
    amount: { kind: 'amount', describe: 'SOL to wrap', of: 'lamports', takesAll: true },
  },
  operators: [pinBytes(0, 4), ...pinAccounts(0, 1), pinSize],
  dataFields: [
    { name: 'instruction', start: 0, length: 4 },
    { name: 'amount', start: 4, length: 8 },
  ],
  accountNames: ['sub_account', 'wrapped_account'],
  receivers: [1],
  computeUnits: 30_000,
  programs: [systemProgram, tokenProgram],
  callOf: ({ subAccount, amount }) => {
    const wrapped = tokenAccountOf(subAccount, { mint: nativeMint, program: tokenProgram })
    return {
      innerCall: {
        program: systemProgram,
        accounts: [writableSignerAccount(subAccount), writableAccount(wrapped.address)],
        data: dataOf([2, 0, 0, 0], amount('amount')),
      },
      before: [],
      after: [
        {
          program: tokenProgram,
          accounts: [writableAccount(wrapped.address)],
          data: syncNativeData,
        },
      ],
      spending: { kind: 'lamports', address: subAccount },
      tokenAccounts: [wrapped],
    }
  },
  sentenceOf: ({ amount }) => `Wrap ${amount('amount')} SOL`,
}

import {
  readonlyAccount,
  token2022Program,
  tokenProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { pinAccounts, pinBytes, pinSize, tokenAccountOf } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { transferData } from './token-data.ts'

/**
 * Sends a token with TransferChecked.
 *
 * The source is free: the token program takes only what the pinned sub-account may spend.
 * Source: Solana's token program, instruction 12.
 */
export const tokenTransfer: SvmTemplate = {
  route: 'spl_token/transfer',
  name: 'Transfer',
  protocol: 'spl_token',
  protocolAppUrl: null,
  description: 'Sends a token of a sub-account to a token account.',
  parameters: {
    token: { kind: 'token', describe: 'Mint' },
    recipient: { kind: 'account', describe: 'Owner of the token account', isRequested: true },
    amount: { kind: 'amount', describe: 'Amount of the token', of: 'token', takesAll: true },
  },
  operators: [pinBytes(0, 1), ...pinAccounts(1, 2, 3), pinSize],
  dataFields: [
    { name: 'instruction', start: 0, length: 1 },
    { name: 'amount', start: 1, length: 8 },
    { name: 'decimals', start: 9, length: 1, isImplied: true },
  ],
  accountNames: ['source', 'mint', 'destination', 'sub_account'],
  receivers: [2],
  computeUnits: 40_000,
  programs: [tokenProgram, token2022Program],
  callOf: ({ subAccount, token, account, amount }) => {
    const sent = token('token')
    const source = tokenAccountOf(subAccount, sent)
    const destination = tokenAccountOf(account('recipient'), sent)
    return {
      innerCall: {
        program: sent.program,
        accounts: [
          writableAccount(source.address),
          readonlyAccount(sent.mint),
          writableAccount(destination.address),
          writableSignerAccount(subAccount),
        ],
        data: transferData(amount('amount'), sent.decimals),
      },
      before: [],
      after: [],
      spending: { kind: 'token', address: source.address, token: sent },
      tokenAccounts: [source, destination],
    }
  },
  sentenceOf: ({ amount, symbol, account }) =>
    `Transfer ${amount('amount')} ${symbol('token')} to ${account('recipient')}`,
}

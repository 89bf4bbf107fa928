import type { Protocol } from '../action/protocol-entry.ts'
import { borrowActions } from './borrow-action.ts'
import { depositActions } from './deposit-action.ts'
import { dolomite } from './function.ts'
import { ownerActions } from './owner-action.ts'
import { withdrawActions } from './withdraw-action.ts'

/** Dolomite. */
export const protocol = {
  name: 'dolomite',
  title: 'Dolomite',
  appUrl: null,
  decoders: [dolomite],
  actions: [...depositActions, ...withdrawActions, ...borrowActions, ...ownerActions],
} as const satisfies Protocol

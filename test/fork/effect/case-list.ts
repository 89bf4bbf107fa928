import type { Case } from './case.ts'
import { lendingCases } from './lending.ts'

/** Every case, in no order that matters. */
export const caseList: readonly Case[] = [...lendingCases]

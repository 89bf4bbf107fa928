/** The checks of answers: fetched when there is one. */
export { checkRecord } from '@vaultwright/check'

/** What checks answers: fetched when there is one. */
export { checkRecord } from '@vaultwright/check'

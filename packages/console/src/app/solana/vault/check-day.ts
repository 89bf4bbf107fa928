// Loaded when days or a week are there: decoding and valuing them takes more code than showing them.
export { checkSvmDays, checkSvmWeek } from '@vaultwright/check'
export { svmHoldingTableOf } from './svm-holding.ts'

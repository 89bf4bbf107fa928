/** The checks of answers: fetched when there is one. */
export { checkAnswer, readBuildTrees } from '@vaultwright/check'

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Prices one whole unit of a token in the base asset.
interface IRateProvider {
    function getRate() external view returns (uint256);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The merkle distributor of Fluid.
contract FluidRewardsClaimingDecoder is BaseDecoder {
    function claim(
        address recipient,
        uint256,
        uint8,
        bytes32,
        uint256,
        bytes32[] calldata,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {LengthMismatch} from "./DecoderError.sol";
import {packAddresses} from "./Packing.sol";

/// @notice Merkl: rewards claimed for users; the tokens are not bound, the users are.
contract MerklDecoder is BaseDecoder {
    function claim(
        address[] calldata users,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes32[][] calldata proofs
    ) external pure virtual returns (bytes memory) {
        if (
            users.length != tokens.length || users.length != amounts.length
                || users.length != proofs.length
        ) revert LengthMismatch();
        return packAddresses(users);
    }

    function toggleOperator(address user, address operator)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, operator);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {TooManyEntries} from "./DecoderError.sol";

struct TokenSpenderPair {
    address token;
    address spender;
}

/// @notice Permit2: allowances given on, and taken back one at a time.
contract Permit2Decoder is BaseDecoder {
    function approve(address token, address spender, uint160, uint48)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, spender);
    }

    function lockdown(TokenSpenderPair[] calldata approvals)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (approvals.length > 1) revert TooManyEntries();
        return abi.encodePacked(approvals[0].token, approvals[0].spender);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {StreamingReplay} from "./StreamingReplay.sol";

/// @notice The contract against what the TypeScript model wrote: every step, every view, every reason.
contract StreamingVectorTest is StreamingReplay {
    string private constant PATH = "../fixtures/vectors/streaming.json";

    function test18And18() public {
        _replay(0, 18, 18);
    }

    function test6And6() public {
        _replay(1, 6, 6);
    }

    function test18And6() public {
        _replay(2, 18, 6);
    }

    function test8And8() public {
        _replay(3, 8, 8);
    }

    function _replay(uint256 sequence, uint8 shareDecimals, uint8 baseDecimals) private {
        string memory json = vm.readFile(PATH);
        _deploy(_termsOf(json, string.concat("$.sequences[", vm.toString(sequence), "]")));
        assertEq(vault.decimals(), shareDecimals);
        assertEq(accountant.decimals(), baseDecimals);
        string[] memory rows = _rows(json, sequence, 64);
        uint256[6] memory words = [uint256(0), 1, 2, 3, 4, 5];
        for (uint256 i; i < rows.length; ++i) {
            vm.warp(vm.parseJsonUint(rows[i], ".at"));
            _step(rows[i]);
            vm.warp(vm.parseJsonUint(rows[i], ".readAt"));
            _assertViews(_viewsIn(rows[i], words), rows[i]);
            _assertMore(rows[i]);
        }
    }

    function _step(string memory row) private {
        (bool ok, bytes memory answer) = _act(
            vm.parseJsonString(row, ".op"),
            vm.parseJsonUint(row, ".amount"),
            vm.parseJsonUint(row, ".duration")
        );
        _assertRefusal(ok, answer, vm.parseJsonString(row, ".reverts"), row);
    }

    function _assertMore(string memory row) private view {
        uint256 unvested = accountant.getPendingUnvestedGains();
        assertEq(unvested, vm.parseJsonUint(row, ".pendingUnvestedGains"), row);
        uint256 acted = accountant.lastStrategistUpdateTimestamp();
        assertEq(acted, vm.parseJsonUint(row, ".lastStrategistUpdateTimestamp"), row);
        (uint256 cumulative, uint256 last, uint256 time) = accountant.supplyObservation();
        uint256[] memory observed = vm.parseJsonUintArray(row, ".supplyObservation");
        assertEq(cumulative, observed[0], row);
        assertEq(last, observed[1], row);
        assertEq(time, observed[2], row);
    }

    function _termsOf(string memory json, string memory prefix)
        private
        pure
        returns (Terms memory)
    {
        return Terms({
            shareDecimals: uint8(_number(json, prefix, ".shareDecimals")),
            baseDecimals: uint8(_number(json, prefix, ".baseDecimals")),
            startingRate: uint96(_number(json, prefix, ".startingRate")),
            delay: uint24(_number(json, prefix, ".minimumUpdateDelay")),
            platformFee: uint16(_number(json, prefix, ".platformFeeBps")),
            performanceFee: uint16(_number(json, prefix, ".performanceFeeBps")),
            deployedAt: _number(json, prefix, ".deployedAt")
        });
    }

    function _number(string memory json, string memory prefix, string memory key)
        private
        pure
        returns (uint256)
    {
        return vm.parseUint(vm.parseJsonString(json, string.concat(prefix, key)));
    }
}

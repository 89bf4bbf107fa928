// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {StreamingReplay} from "./StreamingReplay.sol";

/// @notice The contract against a recording of another one: every step, every view, every reason.
contract StreamingRecordingTest is StreamingReplay {
    string private constant PATH = "../../shared/data/yield-streaming.json";

    function testFirstSequence() public {
        _replay(0, 18);
    }

    function testSecondSequence() public {
        _replay(1, 6);
    }

    function _replay(uint256 sequence, uint8 decimals) private {
        if (!_isThere()) {
            vm.skip(true, string.concat("there is no ", PATH));
        }
        string memory json = vm.readFile(PATH);
        _deploy(_termsOf(json, string.concat("$[", vm.toString(sequence), "]")));
        assertEq(vault.decimals(), decimals);
        string[] memory rows = _rows(json, sequence, 160);
        uint256[6] memory words = [uint256(1), 2, 3, 4, 7, 8];
        for (uint256 i; i < rows.length; ++i) {
            vm.warp(vm.parseJsonUint(rows[i], ".at"));
            _step(rows[i]);
            vm.warp(vm.parseJsonUint(rows[i], ".readAt"));
            _assertViews(_viewsIn(rows[i], words), rows[i]);
        }
    }

    function _step(string memory row) private {
        string memory op = vm.parseJsonString(row, ".op");
        string[] memory args = vm.parseJsonStringArray(row, ".args");
        bool isOfVault = _is(op, "enter") || _is(op, "exit");
        uint256 amount = args.length == 0 ? 0 : vm.parseUint(args[isOfVault ? 4 : 0]);
        uint256 duration = _is(op, "vestYield") ? vm.parseUint(args[1]) : 0;
        (bool ok, bytes memory answer) = _act(op, amount, duration);
        bool isRefused = !vm.contains(row, '"reverts":null');
        _assertRefusal(ok, answer, isRefused ? vm.parseJsonString(row, ".reverts") : "", row);
    }

    function _termsOf(string memory json, string memory prefix)
        private
        pure
        returns (Terms memory)
    {
        return Terms({
            shareDecimals: uint8(_number(json, prefix, ".shareDecimals")),
            baseDecimals: uint8(_number(json, prefix, ".baseDecimals")),
            startingRate: uint96(_number(json, prefix, ".startingExchangeRate")),
            delay: uint24(_number(json, prefix, ".minimumUpdateDelayInSeconds")),
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
        return vm.parseJsonUint(json, string.concat(prefix, key));
    }

    function _isThere() private returns (bool) {
        try vm.exists(PATH) returns (bool there) {
            return there;
        } catch {
            return false;
        }
    }
}

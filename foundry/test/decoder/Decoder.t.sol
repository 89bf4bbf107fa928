// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "../../src/decoder/BaseDecoder.sol";
import {
    BaseDecoderAndSanitizer__FunctionSelectorNotSupported
} from "../../src/decoder/DecoderError.sol";
import {MorphoBlueDecoder, MarketParams} from "../../src/decoder/MorphoBlueDecoder.sol";
import {OFTDecoder, MessagingFee, SendParam} from "../../src/decoder/OFTDecoder.sol";
import {MainnetDecoder} from "../../src/decoder/composite/MainnetDecoder.sol";
import {DecoderSet} from "./DecoderSet.sol";

/// @notice What all decoders have in common, and packings that are written out here by hand.
contract DecoderTest is DecoderSet {
    /// @dev EIP-170.
    uint256 private constant MAX_CODE_SIZE = 24_576;

    function setUp() public {
        deployDecoders();
    }

    function test_golden_atLeastThirtyProtocols() public view {
        assertGe(_deployed.length, 60);
    }

    function test_law_everyDecoderCanBeDeployed() public view {
        for (uint256 i; i < _deployed.length; ++i) {
            assertGt(_deployed[i].code.length, 0, _nameOf[_deployed[i]]);
            assertLe(_deployed[i].code.length, MAX_CODE_SIZE, _nameOf[_deployed[i]]);
        }
    }

    function test_refusal_functionsThatADecoderDoesNotHave() public {
        bytes4 missing = bytes4(keccak256("nothing of the kind()"));
        for (uint256 i; i < _deployed.length; ++i) {
            _checkNotSupported(_deployed[i], abi.encodePacked(missing));
            _checkNotSupported(_deployed[i], abi.encodePacked(missing, uint256(1)));
            _checkNotSupported(_deployed[i], "");
        }
    }

    function testFuzz_law_baseFunctionsPackTheirAddress(address account, uint256 amount)
        public
        view
    {
        for (uint256 i; i < _deployed.length; ++i) {
            BaseDecoder decoder = BaseDecoder(_deployed[i]);
            assertEq(decoder.approve(account, amount), abi.encodePacked(account));
            assertEq(decoder.transfer(account, amount), abi.encodePacked(account));
            assertEq(decoder.claimFees(account), abi.encodePacked(account));
            assertEq(decoder.claimYield(account), abi.encodePacked(account));
            assertEq(decoder.withdrawNonBoringToken(account, amount), abi.encodePacked(account));
            assertEq(decoder.withdrawNativeFromDrone(), "");
        }
    }

    function test_golden_sharedFunctionsPackOneWay() public {
        MainnetDecoder decoder = new MainnetDecoder(address(0xb1));
        assertEq(decoder.deposit(), "");
        assertEq(decoder.withdraw(uint256(1)), "");
        assertEq(decoder.wrap(1), "");
        assertEq(decoder.unwrap(1), "");
        assertEq(decoder.deposit(1, address(0xcafe)), abi.encodePacked(address(0xcafe)));
        assertEq(
            decoder.requestOnChainWithdraw(address(0xcafe), 1, 1, 1),
            abi.encodePacked(address(0xcafe))
        );
    }

    function test_golden_marketWithoutItsLltv() public {
        MorphoBlueDecoder decoder = new MorphoBlueDecoder();
        MarketParams memory market =
            MarketParams(address(1), address(2), address(3), address(4), 0.86e18);
        bytes memory expected = hex"0000000000000000000000000000000000000001"
            hex"0000000000000000000000000000000000000002"
            hex"0000000000000000000000000000000000000003"
            hex"0000000000000000000000000000000000000004"
            hex"0000000000000000000000000000000000000005"
            hex"0000000000000000000000000000000000000006";
        assertEq(decoder.borrow(market, 7, 8, address(5), address(6)), expected);
        market.lltv = 0;
        assertEq(decoder.borrow(market, 7, 8, address(5), address(6)), expected);
    }

    function test_golden_receiverOfAnotherChainIsCutInHalves() public {
        OFTDecoder decoder = new OFTDecoder();
        SendParam memory param;
        param.dstEid = 30_101;
        param.to = bytes32(uint256(uint160(0x5e00112233445566778899AabBCcDDeeFF001122)));
        bytes memory packed = decoder.send(param, MessagingFee(1, 0), address(9));
        assertEq(
            packed,
            hex"0000000000000000000000000000000000007595"
            hex"0000000000000000000000005e00112200000000"
            hex"33445566778899aabbccddeeff00112200000000"
            hex"0000000000000000000000000000000000000009"
        );
    }

    function test_golden_secondHopSharesTheEntryOfTheFirst() public {
        OFTDecoder decoder = new OFTDecoder();
        SendParam memory next;
        next.dstEid = 30_110;
        next.to = bytes32(uint256(2));
        SendParam memory param;
        param.dstEid = 30_101;
        param.to = bytes32(uint256(1));
        param.composeMsg = abi.encode(next);
        assertEq(
            decoder.send(param, MessagingFee(1, 0), address(9)),
            hex"000000000000000000000000000075950000759e"
            hex"0000000000000000000000000000000000000000"
            hex"0000000000000000000000000000000100000000"
            hex"0000000000000000000000000000000000000000"
            hex"0000000000000000000000000000000200000000"
            hex"0000000000000000000000000000000000000009"
        );
    }

    function _checkNotSupported(address decoder, bytes memory data) private {
        (bool ok, bytes memory answer) = decoder.call(data);
        assertFalse(ok, _nameOf[decoder]);
        assertEq(
            answer,
            abi.encodeWithSelector(BaseDecoderAndSanitizer__FunctionSelectorNotSupported.selector),
            _nameOf[decoder]
        );
    }
}

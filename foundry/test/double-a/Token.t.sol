// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";
import {Bytes32SymbolToken} from "../../src/double/token/Bytes32SymbolToken.sol";
import {FalseLogger} from "../../src/double/token/FalseLogger.sol";
import {FeeToken} from "../../src/double/token/FeeToken.sol";
import {HiddenFeeToken} from "../../src/double/token/HiddenFeeToken.sol";
import {LedgerToken} from "../../src/double/token/LedgerToken.sol";
import {LyingToken} from "../../src/double/token/LyingToken.sol";
import {MintableMultiToken} from "../../src/double/token/MintableMultiToken.sol";
import {MintableNft} from "../../src/double/token/MintableNft.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";
import {NoDecimalsToken} from "../../src/double/token/NoDecimalsToken.sol";
import {NoReturnToken} from "../../src/double/token/NoReturnToken.sol";
import {SilentToken} from "../../src/double/token/SilentToken.sol";
import {WrappedNative} from "../../src/double/token/WrappedNative.sol";

contract TokenTest is Test {
    using SafeERC20 for IERC20;

    address private constant OWNER = address(0xA11CE);
    address private constant BOB = address(0xB0B);
    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");

    struct Logged {
        uint256 count;
        uint256 toBob;
    }

    receive() external payable {}

    function testFuzz_mintableTokenMovesWhatItLogs(uint128 minted, uint128 sent, uint8 decimals)
        public
    {
        sent = uint128(bound(sent, 0, minted));
        MintableToken token = new MintableToken(OWNER, "USD Coin", "USDC", decimals);
        assertEq(token.decimals(), decimals);
        vm.prank(OWNER);
        token.mint(address(this), minted);
        Logged memory logged = _send(address(token), sent);
        assertEq(logged.count, 1);
        assertEq(logged.toBob, sent);
        assertEq(token.balanceOf(BOB), sent);
        vm.prank(OWNER);
        token.burn(BOB, sent);
        assertEq(token.totalSupply(), uint256(minted) - sent);
    }

    function test_onlyTheOwnerMints() public {
        MintableToken token = new MintableToken(OWNER, "USD Coin", "USDC", 6);
        vm.expectRevert(
            abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this))
        );
        token.mint(address(this), 1);
        SilentToken silent = new SilentToken(OWNER, "Silent", "SIL", 18);
        vm.expectRevert(
            abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this))
        );
        silent.mint(address(this), 1);
    }

    function testFuzz_noReturnTokenAnswersNothingAndMoves(uint128 minted, uint128 sent) public {
        sent = uint128(bound(sent, 0, minted));
        NoReturnToken token = new NoReturnToken(address(this), "Tether USD", "USDT", 6);
        token.mint(address(this), minted);
        (bool ok, bytes memory answer) =
            address(token).call(abi.encodeCall(IERC20.transfer, (BOB, sent)));
        assertTrue(ok);
        assertEq(answer.length, 0);
        (ok, answer) = address(token).call(abi.encodeCall(IERC20.approve, (BOB, 1)));
        assertTrue(ok);
        assertEq(answer.length, 0);
        assertEq(token.balanceOf(BOB), sent);
        assertEq(token.balanceOf(address(this)), uint256(minted) - sent);
    }

    function test_noReturnTokenRefusesAChangedAllowance() public {
        NoReturnToken token = new NoReturnToken(address(this), "Tether USD", "USDT", 6);
        token.approve(BOB, 5);
        vm.expectRevert(NoReturnToken.ApproveFromNonZero.selector);
        token.approve(BOB, 6);
        token.approve(BOB, 0);
        token.approve(BOB, 6);
        assertEq(token.allowance(address(this), BOB), 6);
    }

    function testFuzz_feeTokenLogsBothParts(uint128 minted, uint128 sent, uint16 fee) public {
        fee = uint16(bound(fee, 0, 10_000));
        sent = uint128(bound(sent, 0, minted));
        FeeToken token = new FeeToken(OWNER, "Fee", "FEE", 18, fee);
        vm.prank(OWNER);
        token.mint(address(this), minted);
        Logged memory logged = _send(address(token), sent);
        uint256 taken = uint256(sent) * fee / 10_000;
        assertEq(token.balanceOf(BOB), sent - taken);
        assertEq(logged.toBob, sent - taken);
        assertEq(token.balanceOf(OWNER), taken);
        assertEq(token.totalSupply(), minted);
    }

    function testFuzz_hiddenFeeTokenLogsMoreThanArrives(uint128 minted, uint128 sent) public {
        sent = uint128(bound(sent, 0, minted));
        HiddenFeeToken token = new HiddenFeeToken(OWNER, "Hidden", "HID", 18, 100);
        vm.prank(OWNER);
        token.mint(address(this), minted);
        Logged memory logged = _send(address(token), sent);
        assertEq(logged.count, 1);
        assertEq(logged.toBob, sent);
        assertEq(token.balanceOf(BOB), sent - uint256(sent) / 100);
        assertEq(token.balanceOf(OWNER), uint256(sent) / 100);
    }

    function test_feesAboveTheWholeAreRefused() public {
        vm.expectRevert(FeeToken.FeeTooHigh.selector);
        new FeeToken(OWNER, "Fee", "FEE", 18, 10_001);
        vm.expectRevert(HiddenFeeToken.FeeTooHigh.selector);
        new HiddenFeeToken(OWNER, "Hidden", "HID", 18, 10_001);
    }

    function testFuzz_silentTokenMovesWithoutALog(uint128 minted, uint128 sent) public {
        sent = uint128(bound(sent, 0, minted));
        SilentToken token = new SilentToken(address(this), "Silent", "SIL", 18);
        token.mint(address(this), minted);
        Logged memory logged = _send(address(token), sent);
        assertEq(logged.count, 0);
        assertEq(token.balanceOf(BOB), sent);
        assertEq(token.balanceOf(address(this)), uint256(minted) - sent);
    }

    function testFuzz_lyingTokenLogsTenTimesTheMove(uint128 minted, uint128 sent) public {
        sent = uint128(bound(sent, 0, minted));
        LyingToken token = new LyingToken(address(this), "Lying", "LIE", 18);
        token.mint(address(this), minted);
        Logged memory logged = _send(address(token), sent);
        assertEq(logged.toBob, uint256(sent) * 10);
        assertEq(token.balanceOf(BOB), sent);
    }

    function test_falseLoggerIsNoToken() public {
        FalseLogger logger = new FalseLogger();
        Logged memory logged = _send(address(logger), 7);
        assertEq(logged.toBob, 7);
        (bool ok,) = address(logger).staticcall(abi.encodeCall(IERC20.balanceOf, (BOB)));
        assertFalse(ok);
        vm.recordLogs();
        logger.pretend(OWNER, BOB, 9);
        assertEq(_logged(vm.getRecordedLogs()).toBob, 9);
    }

    function test_oldMetadataIsOneWord() public {
        Bytes32SymbolToken token = new Bytes32SymbolToken(OWNER, "Maker", "MKR");
        (bool ok, bytes memory answer) =
            address(token).staticcall(abi.encodeWithSignature("symbol()"));
        assertTrue(ok);
        assertEq(answer.length, 32);
        assertEq(bytes32(answer), bytes32("MKR"));
        assertEq(token.name(), bytes32("Maker"));
    }

    function test_missingDecimalsRevert() public {
        NoDecimalsToken token = new NoDecimalsToken(OWNER, "Plain", "PLN");
        (bool ok,) = address(token).staticcall(abi.encodeWithSignature("decimals()"));
        assertFalse(ok);
        assertEq(token.symbol(), "PLN");
    }

    function test_ledgerRefusals() public {
        SilentToken token = new SilentToken(address(this), "Silent", "SIL", 18);
        token.mint(BOB, 10);
        vm.expectRevert(LedgerToken.InsufficientBalance.selector);
        token.transfer(BOB, 1);
        vm.expectRevert(LedgerToken.InsufficientAllowance.selector);
        token.transferFrom(BOB, address(this), 1);
        vm.prank(BOB);
        token.approve(address(this), 4);
        token.transferFrom(BOB, address(this), 3);
        assertEq(token.allowance(BOB, address(this)), 1);
        vm.expectRevert(LedgerToken.ZeroReceiver.selector);
        token.transfer(address(0), 1);
    }

    function testFuzz_wrappedNativeIsBackedOneToOne(uint96 wrapped, uint96 unwrapped) public {
        unwrapped = uint96(bound(unwrapped, 0, wrapped));
        WrappedNative weth = new WrappedNative();
        vm.deal(address(this), wrapped);
        vm.expectEmit(address(weth));
        emit WrappedNative.Deposit(address(this), wrapped);
        weth.deposit{value: wrapped}();
        vm.expectEmit(address(weth));
        emit WrappedNative.Withdrawal(address(this), unwrapped);
        weth.withdraw(unwrapped);
        assertEq(weth.balanceOf(address(this)), uint256(wrapped) - unwrapped);
        assertEq(weth.totalSupply(), uint256(wrapped) - unwrapped);
        assertEq(address(this).balance, unwrapped);
    }

    function test_wrappedNativeRefusals() public {
        WrappedNative weth = new WrappedNative();
        vm.expectRevert(WrappedNative.InsufficientBalance.selector);
        weth.withdraw(1);
        vm.deal(BOB, 5);
        vm.prank(BOB);
        (bool ok,) = address(weth).call{value: 5}("");
        assertTrue(ok);
        vm.expectRevert(WrappedNative.InsufficientAllowance.selector);
        weth.transferFrom(BOB, address(this), 1);
        vm.prank(BOB);
        weth.approve(address(this), type(uint256).max);
        weth.transferFrom(BOB, address(this), 5);
        assertEq(weth.allowance(BOB, address(this)), type(uint256).max);
        assertEq(weth.balanceOf(address(this)), 5);
    }

    function test_nftAndMultiTokenMove() public {
        MintableNft nft = new MintableNft(address(this), "Badge", "BDG");
        nft.mint(address(this), 3);
        nft.transferFrom(address(this), BOB, 3);
        assertEq(nft.ownerOf(3), BOB);
        MintableMultiToken multi = new MintableMultiToken(address(this), "");
        multi.mint(BOB, 1, 40);
        vm.prank(BOB);
        multi.safeTransferFrom(BOB, OWNER, 1, 15, "");
        assertEq(multi.balanceOf(OWNER, 1), 15);
        assertEq(multi.balanceOf(BOB, 1), 25);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BOB));
        nft.mint(BOB, 4);
    }

    function _send(address token, uint256 amount) private returns (Logged memory) {
        vm.recordLogs();
        IERC20(token).safeTransfer(BOB, amount);
        return _logged(vm.getRecordedLogs());
    }

    function _logged(Vm.Log[] memory logs) private pure returns (Logged memory logged) {
        for (uint256 i; i < logs.length; i++) {
            if (logs[i].topics[0] != TRANSFER) continue;
            logged.count += 1;
            if (address(uint160(uint256(logs[i].topics[2]))) != BOB) continue;
            logged.toBob += abi.decode(logs[i].data, (uint256));
        }
    }
}
